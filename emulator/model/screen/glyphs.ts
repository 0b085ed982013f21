import { SPLEEN_GLYPHS, SPLEEN_RUNS } from "./spleen.ts"

/** Size of a glyph and of a text cell, pixels. */
export const GLYPH_WIDTH = 8
export const GLYPH_HEIGHT = 16

/** Shown for a character without a glyph. */
const BOX = Uint8Array.from([0, 0, 0, 0x7e, 0x42, 0x42, 0x42, 0x42, 0x42, 0x42, 0x42, 0x7e, 0, 0, 0, 0])

const readGlyphs = (): ReadonlyMap<number, Uint8Array> => {
  const bytes = Uint8Array.from(atob(SPLEEN_GLYPHS), (character) => character.charCodeAt(0))
  const codes = SPLEEN_RUNS.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, at) => first + at))
  return new Map(codes.map((code, at) => [code, bytes.subarray(at * GLYPH_HEIGHT, (at + 1) * GLYPH_HEIGHT)]))
}

let glyphs: ReadonlyMap<number, Uint8Array> | undefined

/** Sixteen rows of eight pixels, the leftmost in the highest bit. */
export const glyphOf = (code: number): Uint8Array => {
  glyphs ??= readGlyphs()
  return glyphs.get(code) ?? BOX
}
