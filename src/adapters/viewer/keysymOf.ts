/** Keysyms of control characters: a line end is Enter, a tab is Tab. */
const controls: ReadonlyMap<string, number> = new Map([
  ["\n", 0xff0d],
  ["\r", 0xff0d],
  ["\t", 0xff09],
  ["\b", 0xff08],
])

const UNICODE = 0x01000000

/** The X11 keysym that writes a character. */
export const keysymOf = (character: string): number => {
  const code = character.codePointAt(0) ?? 0
  const isLatin = (code >= 0x20 && code <= 0x7e) || (code >= 0xa0 && code <= 0xff)
  return controls.get(character) ?? (isLatin ? code : UNICODE + code)
}
