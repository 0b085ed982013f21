import { CHORD_MS, isApple, type Keys, PALETTE_KEY } from "./keys.ts"

/**
 * Elements in which letters are text, choose among options, or belong to a device, even while the device does not take
 * them.
 */
const TYPING =
  'input:not([type="checkbox"], [type="radio"], [type="button"], [type="submit"], [type="range"]), textarea, select, ' +
  '[contenteditable="true"], [aria-haspopup="listbox"], [role="combobox"], [role="application"]'

/** Overlays, which take all keys. The outbox beside the page is none of these. */
const OVER = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]'

export const isSomethingOver = (): boolean => document.querySelector(OVER) !== null

/**
 * True while the screen of a device is shown. A letter that misses it was still meant for it, and must not leave the
 * page.
 */
const isDeviceShown = (): boolean => document.querySelector('[role="application"]') !== null

const isTyping = ({ target }: KeyboardEvent): boolean => target instanceof Element && target.closest(TYPING) !== null

/** The Latin letter at this position of the keyboard, where the keyboard has another script. */
const keyOf = ({ key, code, shiftKey }: KeyboardEvent): string | null => {
  if (key.length !== 1) return null
  if (/^[!-~]$/.test(key)) return /[a-z]/i.test(key) && shiftKey ? null : key.toLowerCase()
  const letter = /^Key([A-Z])$/.exec(code)?.[1]
  return letter === undefined || shiftKey ? null : letter.toLowerCase()
}

export const isPaletteKey = (event: KeyboardEvent): boolean => {
  const { altKey, shiftKey, ctrlKey, metaKey } = event
  if (altKey || shiftKey) return false
  const modified = isApple() ? metaKey && !ctrlKey : ctrlKey && !metaKey
  return modified && keyOf(event) === PALETTE_KEY
}

/**
 * Handles single keys and pairs of them. `hear` receives the command whose keys were pressed. Ignores keys while a
 * person types, while the screen of a device or an overlay is shown, and with a modifier held.
 */
export const makeKeyListener = <Id extends string>(
  keys: Readonly<Record<Id, Keys>>,
  names: readonly Id[],
  hear: (command: Id) => void,
): ((event: KeyboardEvent) => void) => {
  let first: { readonly key: string; readonly at: number } | null = null
  return (event) => {
    const before = first
    first = null
    if (event.defaultPrevented || event.repeat) return
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (isTyping(event) || isDeviceShown() || isSomethingOver()) return
    const key = keyOf(event)
    if (key === null) return
    const pressed = before !== null && event.timeStamp - before.at <= CHORD_MS ? [before.key, key] : [key]
    const found = names.find((name) => keys[name].join(" ") === pressed.join(" "))
    if (found !== undefined) {
      event.preventDefault()
      return hear(found)
    }
    if (names.some((name) => keys[name].length > 1 && keys[name][0] === key)) first = { key, at: event.timeStamp }
  }
}
