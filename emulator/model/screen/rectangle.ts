import { ByteWriter } from "../../../src/domain/wire/rfb/bytes.ts"
import type { Area, PixelFormat } from "../../../src/domain/wire/rfb/clientMessage.ts"
import { encodings } from "../../../src/domain/wire/rfb/protocol.ts"
import type { Framebuffer } from "./framebuffer.ts"
import { rgbOf } from "./palette.ts"

/** One rectangle of an update: Tight with a palette, or Raw for a viewer without Tight. */

/** Packs bytes as one zlib stream. The stream ends on a byte and could continue. */
export type Deflate = (bytes: Uint8Array) => Uint8Array

/** Tight does not compress data shorter than this, bytes. */
const TIGHT_PACKED_FROM = 12
/** Widest rectangle of Tight, pixels. */
export const TIGHT_WIDTH_MAX = 2_048
const TIGHT_FILL = 0x80
/** A filter follows, and stream 0 is reset: rectangles share no state. */
const TIGHT_FILTERED = 0x41
const TIGHT_PALETTE = 1

const head = (area: Area, encoding: number): ByteWriter =>
  new ByteWriter().u16(area.x).u16(area.y).u16(area.width).u16(area.height).i32(encoding)

const writeColor = (writer: ByteWriter, index: number): void => {
  const rgb = rgbOf(index)
  writer
    .u8(rgb >> 16)
    .u8((rgb >> 8) & 0xff)
    .u8(rgb & 0xff)
}

/** The pixels of an area, row after row. */
const cut = (screen: Framebuffer, { x, y, width, height }: Area): Uint8Array => {
  const pixels = new Uint8Array(width * height)
  for (let row = 0; row < height; row += 1) {
    const from = (y + row) * screen.width + x
    pixels.set(screen.pixels.subarray(from, from + width), row * width)
  }
  return pixels
}

/** Writes seven bits per byte, the lowest first. The highest bit marks that more follow. */
const writeCompact = (writer: ByteWriter, length: number): void => {
  if (length < 0x80) writer.u8(length)
  else if (length < 0x4000) writer.u8((length & 0x7f) | 0x80).u8(length >> 7)
  else
    writer
      .u8((length & 0x7f) | 0x80)
      .u8(((length >> 7) & 0x7f) | 0x80)
      .u8(length >> 14)
}

/** One bit a pixel, each row padded to a byte. */
const packBits = (pixels: Uint8Array, width: number, height: number, second: number): Uint8Array => {
  const stride = Math.ceil(width / 8)
  const packed = new Uint8Array(stride * height)
  for (let row = 0; row < height; row += 1)
    for (let column = 0; column < width; column += 1)
      if (pixels[row * width + column] === second) {
        const at = row * stride + (column >> 3)
        packed[at] = (packed[at] ?? 0) | (0x80 >> (column & 7))
      }
  return packed
}

export const tightRectangle = (screen: Framebuffer, area: Area, deflate: Deflate): Uint8Array => {
  const pixels = cut(screen, area)
  const used = [...new Set(pixels)]
  const writer = head(area, encodings.tight)
  const [first = 0, second = 0] = used
  if (used.length === 1) {
    writer.u8(TIGHT_FILL)
    writeColor(writer, first)
    return writer.done()
  }
  writer
    .u8(TIGHT_FILTERED)
    .u8(TIGHT_PALETTE)
    .u8(used.length - 1)
  for (const index of used) writeColor(writer, index)
  const places = new Uint8Array(256)
  used.forEach((index, place) => {
    places[index] = place
  })
  const body =
    used.length === 2 ? packBits(pixels, area.width, area.height, second) : pixels.map((index) => places[index] ?? 0)
  if (body.byteLength < TIGHT_PACKED_FROM) return writer.bytes(body).done()
  const packed = deflate(body)
  writeCompact(writer, packed.byteLength)
  return writer.bytes(packed).done()
}

export const rawRectangle = (screen: Framebuffer, area: Area, format: PixelFormat): Uint8Array => {
  const bytes = new Uint8Array(area.width * area.height * 4)
  const view = new DataView(bytes.buffer)
  cut(screen, area).forEach((index, at) => {
    const rgb = rgbOf(index)
    const value =
      ((rgb >> 16) << format.redShift) | (((rgb >> 8) & 0xff) << format.greenShift) | ((rgb & 0xff) << format.blueShift)
    view.setUint32(4 * at, value >>> 0, !format.isBigEndian)
  })
  return head(area, encodings.raw).bytes(bytes).done()
}

/** A rectangle without pixels. `encoding` names its meaning. */
export const pseudoRectangle = (area: Area, encoding: number, body: Uint8Array = new Uint8Array(0)): Uint8Array =>
  head(area, encoding).bytes(body).done()

/** Cuts an area so that no piece is wider than Tight allows. */
export const tightAreas = (area: Area): readonly Area[] =>
  Array.from({ length: Math.ceil(area.width / TIGHT_WIDTH_MAX) }, (_, index) => {
    const x = area.x + index * TIGHT_WIDTH_MAX
    return { ...area, x, width: Math.min(TIGHT_WIDTH_MAX, area.x + area.width - x) }
  })
