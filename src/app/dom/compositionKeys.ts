/**
 * The keys of an input method (Japanese, Chinese, Korean, dead keys) choose among its candidates. While a composition
 * is open, no key means anything to the app: Enter takes the candidate and Escape drops it.
 */

/**
 * The key code that browsers report for a key that the input method has used. Safari sends it after `compositionend`.
 */
const USED_BY_INPUT_METHOD = 229

/** Keys with a default action of the browser: sending the form, leaving the field, emptying it. */
const ACTING: ReadonlySet<string> = new Set(["Enter", "Tab", "Escape"])

const isEditable = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement ||
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLElement && target.isContentEditable)

/** Browsers have no other name for this number. The type of the event calls it deprecated. */
const isUsed = (event: KeyboardEvent): boolean => event.keyCode === USED_BY_INPUT_METHOD && isEditable(event.target)

/**
 * Stops these keys before any listener of the page. Call it before all other listeners are added. Returns how to end
 * it.
 */
export const keepCompositionKeys = (): (() => void) => {
  let composing: EventTarget | null = null
  const begin = ({ target }: Event) => {
    composing = target
  }
  const end = () => {
    composing = null
  }
  const hear = (event: KeyboardEvent) => {
    const isOpen = composing !== null && composing === event.target
    if (!event.isComposing && !isOpen && !isUsed(event)) return
    event.stopImmediatePropagation()
    if (ACTING.has(event.key)) event.preventDefault()
  }
  const stopping = new AbortController()
  const options = { capture: true, signal: stopping.signal }
  addEventListener("compositionstart", begin, options)
  addEventListener("compositionend", end, options)
  addEventListener("focusout", end, options)
  addEventListener("keydown", hear, options)
  addEventListener("keypress", hear, options)
  addEventListener("keyup", hear, options)
  return () => stopping.abort()
}
