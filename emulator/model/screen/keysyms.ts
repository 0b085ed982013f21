/** Keysyms of X11, as RFB sends keys. */

export const keysyms = {
  backspace: 0xff08,
  tab: 0xff09,
  enter: 0xff0d,
  escape: 0xff1b,
  up: 0xff52,
  down: 0xff54,
  insert: 0xff63,
  keypadEnter: 0xff8d,
  shiftLeft: 0xffe1,
  shiftRight: 0xffe2,
  controlLeft: 0xffe3,
  controlRight: 0xffe4,
  altLeft: 0xffe9,
  altRight: 0xffea,
  superLeft: 0xffeb,
  superRight: 0xffec,
  metaLeft: 0xffe7,
  metaRight: 0xffe8,
  delete: 0xffff,
} as const

const UNICODE = 0x01000000
const LAST_CODE_POINT = 0x10ffff
/** Keysyms of a few characters that are neither Latin-1 nor Unicode keysyms. */
const named: ReadonlyMap<number, string> = new Map([[0x20ac, "€"]])

/** The character that a key writes. Undefined when it writes none. */
export const characterOf = (keysym: number): string | undefined => {
  if ((keysym >= 0x20 && keysym <= 0x7e) || (keysym >= 0xa0 && keysym <= 0xff)) return String.fromCodePoint(keysym)
  const code = keysym - UNICODE
  if (code >= 0x20 && code <= LAST_CODE_POINT) return String.fromCodePoint(code)
  return named.get(keysym)
}
