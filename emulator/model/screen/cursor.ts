import type { PixelFormat } from "../../../src/domain/wire/rfb/clientMessage.ts"

/** The arrow that a viewer draws at its own pointer. `#` black, `.` white. */
const ARROW = [
  "#           ",
  "##          ",
  "#.#         ",
  "#..#        ",
  "#...#       ",
  "#....#      ",
  "#.....#     ",
  "#......#    ",
  "#.......#   ",
  "#........#  ",
  "#.....##### ",
  "#..#..#     ",
  "#.# #..#    ",
  "##  #..#    ",
  "     #..#   ",
  "      ##    ",
] as const

export const CURSOR_WIDTH = 12
export const CURSOR_HEIGHT = ARROW.length

/** Pixels in the viewer's format, followed by the mask with one bit per pixel. */
export const cursorBody = ({ isBigEndian }: PixelFormat): Uint8Array => {
  const stride = Math.ceil(CURSOR_WIDTH / 8)
  const body = new Uint8Array(CURSOR_WIDTH * CURSOR_HEIGHT * 4 + stride * CURSOR_HEIGHT)
  const view = new DataView(body.buffer)
  const mask = CURSOR_WIDTH * CURSOR_HEIGHT * 4
  ARROW.forEach((line, row) => {
    for (let column = 0; column < CURSOR_WIDTH; column += 1) {
      const sign = line[column]
      view.setUint32(4 * (row * CURSOR_WIDTH + column), sign === "." ? 0xffffff : 0, !isBigEndian)
      const at = mask + row * stride + (column >> 3)
      if (sign !== " ") body[at] = (body[at] ?? 0) | (0x80 >> (column & 7))
    }
  })
  return body
}
