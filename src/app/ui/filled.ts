/** The setter that React does not watch. */
const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set

/**
 * Tells React of fields whose text was set without an event, as some password managers do. React keeps what it knows of
 * a field in its attribute; it passes an event on only when its own memory of the value differs, so that is cleared first.
 */
export const tellFilled = (form: HTMLFormElement): void => {
  for (const field of form.elements) {
    if (!(field instanceof HTMLInputElement) || !isText(field) || field.value === field.defaultValue) continue
    const { value } = field
    field.value = ""
    setValue?.call(field, value)
    field.dispatchEvent(new Event("input", { bubbles: true }))
  }
}

const isText = ({ type }: HTMLInputElement): boolean => type === "text" || type === "password"
