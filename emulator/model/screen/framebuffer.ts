import type { Area } from "../../../src/domain/wire/rfb/clientMessage.ts"
import { GLYPH_HEIGHT, GLYPH_WIDTH, glyphOf } from "./glyphs.ts"
import { type Color, colorIndex } from "./palette.ts"

/** Pixels of one screen, a colour index each. It exists only while a person views the device. */
export class Framebuffer {
  readonly width: number
  readonly height: number
  readonly pixels: Uint8Array
  readonly #changed: (area: Area) => void

  constructor(width: number, height: number, changed: (area: Area) => void) {
    this.width = width
    this.height = height
    this.pixels = new Uint8Array(width * height)
    this.#changed = changed
  }

  fill({ x, y, width, height }: Area, color: Color): void {
    const index = colorIndex(color)
    const right = Math.min(this.width, x + width)
    const bottom = Math.min(this.height, y + height)
    for (let row = y; row < bottom; row += 1)
      this.pixels.fill(index, row * this.width + x, row * this.width + Math.max(x, right))
    this.#changed({ x, y, width, height })
  }

  frame({ x, y, width, height }: Area, color: Color): void {
    this.fill({ x, y, width, height: 1 }, color)
    this.fill({ x, y: y + height - 1, width, height: 1 }, color)
    this.fill({ x, y, width: 1, height }, color)
    this.fill({ x: x + width - 1, y, width: 1, height }, color)
  }

  /** Draws one line of text, cut off at the edge. Returns the x after it. */
  text(x: number, y: number, text: string, color: Color, ground: Color): number {
    let at = x
    for (const character of text) {
      this.glyph(at, y, character.codePointAt(0) ?? 0, colorIndex(color), colorIndex(ground))
      at += GLYPH_WIDTH
    }
    this.#changed({ x, y, width: at - x, height: GLYPH_HEIGHT })
    return at
  }

  /** Draws without reporting a change: the caller reports a whole row at once. */
  glyph(x: number, y: number, code: number, color: number, ground: number): void {
    if (x < 0 || y < 0 || x + GLYPH_WIDTH > this.width || y + GLYPH_HEIGHT > this.height) return
    const glyph = glyphOf(code)
    for (let row = 0; row < GLYPH_HEIGHT; row += 1) {
      const bits = glyph[row] ?? 0
      const start = (y + row) * this.width + x
      for (let column = 0; column < GLYPH_WIDTH; column += 1)
        this.pixels[start + column] = (bits & (0x80 >> column)) === 0 ? ground : color
    }
  }

  changed(area: Area): void {
    this.#changed(area)
  }
}
