/**
 * Text from more than single keys: dead keys, input methods, insertions by the system (SCREEN-5). A canvas is no text
 * field, and browsers withhold such text from it. Where the browser has an `EditContext`, the canvas gets one.
 */

/** Chromium has it, but the DOM types lack it. */
interface EditContext extends EventTarget {
  readonly text: string
  updateText: (start: number, end: number, text: string) => void
  updateControlBounds: (bounds: DOMRect) => void
  updateSelectionBounds: (bounds: DOMRect) => void
}

declare global {
  interface Window {
    readonly EditContext?: new () => EditContext
  }
  interface HTMLCanvasElement {
    editContext?: EditContext | null
  }
}

/** A key press: its character, if it writes one, and its code, if a key was pressed. */
export interface ComposedPress {
  readonly character: string
  readonly code: string | null
}

export interface ComposedEvents {
  readonly write: (presses: readonly ComposedPress[]) => void
  /** The text that is not written yet; empty when nothing is being composed. */
  readonly composing: (text: string) => void
  /** A key went to an input method that cannot write into the canvas. */
  readonly unwritten: () => void
}

/** `keyCode` of a key that went to an input method. */
const OF_INPUT_METHOD = 229
/** The text of a dead key while its letter is missing. */
const ACCENT = /^[\p{Sk}\p{M}~'"]$/u
const NAMED = /^[A-Z][A-Za-z0-9]/

const isOfInputMethod = ({ key, keyCode, isComposing }: KeyboardEvent): boolean =>
  isComposing || key === "Process" || keyCode === OF_INPUT_METHOD

/** The text of one key that is longer than one unit, as on an Arabic keyboard. */
const isText = (key: string): boolean => key.length > 1 && !NAMED.test(key)

/**
 * The last keys wrote the characters, one each; the keys before them wrote nothing. A device that takes keys by code
 * composes them itself; one that takes characters gets those.
 */
const pressesOf = (text: string, codes: readonly string[]): readonly ComposedPress[] => {
  const characters = [...text]
  const lead = codes.length - characters.length
  const silent = codes.slice(0, Math.max(0, lead)).map((code) => ({ character: "", code }))
  return [...silent, ...characters.map((character, index) => ({ character, code: codes[lead + index] ?? null }))]
}

/** On a touch screen the context would open the system's keyboard at each tap. A text field serves for that. */
const contextFor = (canvas: HTMLCanvasElement): EditContext | undefined => {
  if (window.EditContext === undefined || matchMedia("(pointer: coarse)").matches) return undefined
  const context = new window.EditContext()
  canvas.editContext = context
  return context
}

const isModified = (event: KeyboardEvent): boolean =>
  event.shiftKey || event.ctrlKey || event.altKey || event.metaKey || event.getModifierState("AltGraph")

/** The codes of the keys that went to an input method since it last wrote. */
class ComposingKeys {
  #codes: readonly string[] = []
  #wasModified = false

  add(event: KeyboardEvent): void {
    this.#codes = [...this.#codes, event.code]
    this.#wasModified ||= isModified(event)
  }

  clear(): void {
    this.#codes = []
    this.#wasModified = false
  }

  /**
   * The keys that a device can compose itself: more than one, and none with a modifier, which the device has released
   * by now or never got.
   */
  get again(): readonly string[] {
    return this.#codes.length > 1 && !this.#wasModified ? this.#codes : []
  }
}

const follow = (canvas: HTMLCanvasElement, context: EditContext, keys: ComposingKeys, events: ComposedEvents): void => {
  let isComposing = false
  let hasAccent = false
  const commit = (text: string) => {
    context.updateText(0, context.text.length, "")
    events.composing("")
    if (text !== "") events.write(pressesOf(text, hasAccent ? keys.again : []))
    keys.clear()
    hasAccent = false
  }
  context.addEventListener("compositionstart", () => {
    isComposing = true
    // The input method places its window near the middle of the lower edge, where the text is shown.
    const { left, width, bottom } = canvas.getBoundingClientRect()
    context.updateControlBounds(canvas.getBoundingClientRect())
    context.updateSelectionBounds(new DOMRect(left + width / 2, bottom, 1, 1))
  })
  context.addEventListener("textupdate", () => {
    if (!isComposing) return commit(context.text)
    hasAccent ||= ACCENT.test(context.text)
    events.composing(context.text)
  })
  // A cancelled composition ends before its text is removed.
  context.addEventListener("compositionend", (event) => {
    isComposing = false
    commit(event instanceof CompositionEvent ? event.data : "")
  })
}

/** Handles the keys of input methods before other listeners of the canvas. */
export const followComposedText = (canvas: HTMLCanvasElement, events: ComposedEvents): void => {
  const keys = new ComposingKeys()
  const context = contextFor(canvas)
  if (context !== undefined) follow(canvas, context, keys, events)
  canvas.addEventListener(
    "keydown",
    (event) => {
      if (isText(event.key)) {
        event.preventDefault()
        event.stopImmediatePropagation()
        events.write(pressesOf(event.key, []))
      } else if (!isOfInputMethod(event)) keys.clear()
      else if (context === undefined) events.unwritten()
      else {
        event.stopImmediatePropagation()
        keys.add(event)
      }
    },
    { capture: true },
  )
}
