import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react"
import { flushSync } from "react-dom"

/** The setter that React does not watch. */
const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set

/**
 * Informs React of fields whose text was set without an event, as some password managers do. React stores its known
 * value of a field in the attribute. It passes an event on only when its own memory of the value differs, so this
 * clears that first.
 */
const tellFilled = (form: HTMLFormElement): void => {
  for (const field of form.elements) {
    if (!(field instanceof HTMLInputElement) || !isText(field) || field.value === field.defaultValue) continue
    const { value } = field
    field.value = ""
    setValue?.call(field, value)
    field.dispatchEvent(new Event("input", { bubbles: true }))
  }
}

const isText = ({ type }: HTMLInputElement): boolean => type === "text" || type === "password"

/**
 * A form that never reloads the page. After each submit, and when its `answer` comes later, the first field with a
 * message gets the focus, so that keyboard and screen reader users meet the reason at once. The messages of a submit
 * may come later too, because a person can submit before the engine has started. Text that a password manager set
 * without an event is read first. That may render the form again, so the latest `onSubmit` is called.
 */
export const Form = ({
  onSubmit,
  className,
  id,
  answer = null,
  children,
}: {
  readonly onSubmit: () => void
  readonly className?: string
  /** For a submit button outside the form: `<Button type="submit" form={id}>`. */
  readonly id?: string
  /** The reason why the submit failed; null before an answer, or when all is well. */
  readonly answer?: string | null
  readonly children: ReactNode
}) => {
  const form = useRef<HTMLFormElement>(null)
  const [submits, setSubmits] = useState(0)
  const isOwed = useRef(false)
  const latest = useRef(onSubmit)
  useLayoutEffect(() => {
    latest.current = onSubmit
  }, [onSubmit])
  useEffect(() => {
    if (submits > 0 || answer !== null) isOwed.current = true
  }, [submits, answer])
  useEffect(() => {
    const first = isOwed.current ? form.current?.querySelector<HTMLElement>('[aria-invalid="true"]') : null
    if (first === null || first === undefined) return
    isOwed.current = false
    first.focus()
  })
  return (
    <form
      ref={form}
      id={id}
      className={className}
      noValidate
      onInput={() => {
        isOwed.current = false
      }}
      onSubmit={(event) => {
        event.preventDefault()
        const sent = event.currentTarget
        flushSync(() => tellFilled(sent))
        latest.current()
        setSubmits((count) => count + 1)
      }}
    >
      {children}
    </form>
  )
}
