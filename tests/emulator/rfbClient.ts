import { constants, inflateSync } from "node:zlib"
import { keysymOf } from "../../src/adapters/viewer/keysymOf.ts"
import { ByteWriter } from "../../src/domain/wire/rfb/bytes.ts"
import { clientTypes, encodings, RFB_VERSION, serverTypes } from "../../src/domain/wire/rfb/protocol.ts"

/** The client's half of RFB, as small as tests allow: it decodes Raw and Tight with a palette, and keeps the pixels. */

type Stage = "version" | "security" | "result" | "init" | "running"

const TIGHT_FILL = 0x80
const TIGHT_FILTERED = 0x41

/** Thrown while bytes are missing. */
class NeedsMore extends Error {}

export class RfbClient {
  readonly #send: (bytes: Uint8Array) => void
  #held = Buffer.alloc(0)
  #at = 0
  #stage: Stage = "version"
  name = ""
  width = 0
  height = 0
  /** 0xRRGGBB a pixel. */
  pixels = new Uint32Array(0)
  updates = 0
  /** Encodings of all received rectangles. */
  readonly seen: number[] = []
  readonly clipboard: Buffer[] = []

  constructor(send: (bytes: Uint8Array) => void) {
    this.#send = send
  }

  push(bytes: Uint8Array): void {
    this.#held = Buffer.concat([this.#held, bytes])
    for (;;) {
      this.#at = 0
      try {
        this.#step()
      } catch (error) {
        if (error instanceof NeedsMore) return
        throw error
      }
      this.#held = this.#held.subarray(this.#at)
      if (this.#held.length === 0) return
    }
  }

  get isRunning(): boolean {
    return this.#stage === "running"
  }

  /** Number of pixels of a colour. */
  count(rgb: number): number {
    return this.pixels.reduce((sum, pixel) => (pixel === rgb ? sum + 1 : sum), 0)
  }

  encodings(...wanted: readonly number[]): void {
    const writer = new ByteWriter().u8(clientTypes.setEncodings).pad(1).u16(wanted.length)
    for (const encoding of wanted) writer.i32(encoding)
    this.#send(writer.done())
  }

  ask(isIncremental = true): void {
    const writer = new ByteWriter().u8(clientTypes.updateRequest).u8(isIncremental ? 1 : 0)
    this.#send(writer.u16(0).u16(0).u16(this.width).u16(this.height).done())
  }

  key(keysym: number, isDown: boolean): void {
    this.#send(
      new ByteWriter()
        .u8(clientTypes.key)
        .u8(isDown ? 1 : 0)
        .pad(2)
        .u32(keysym)
        .done(),
    )
  }

  type(text: string): void {
    for (const character of text) {
      this.key(keysymOf(character), true)
      this.key(keysymOf(character), false)
    }
  }

  point(x: number, y: number, buttons = 0): void {
    this.#send(new ByteWriter().u8(clientTypes.pointer).u8(buttons).u16(x).u16(y).done())
  }

  #need(count: number): Buffer {
    if (this.#held.length < this.#at + count) throw new NeedsMore()
    this.#at += count
    return this.#held.subarray(this.#at - count, this.#at)
  }

  #step(): void {
    if (this.#stage === "version") {
      if (this.#need(12).toString("latin1") !== RFB_VERSION) throw new Error("not RFB 3.8")
      this.#stage = "security"
      this.#send(Buffer.from(RFB_VERSION))
    } else if (this.#stage === "security") {
      const types = this.#need(this.#need(1).readUInt8())
      if (!types.includes(1)) throw new Error("security None is not offered")
      this.#stage = "result"
      this.#send(Uint8Array.of(1))
    } else if (this.#stage === "result") {
      if (this.#need(4).readUInt32BE() !== 0) throw new Error("refused")
      this.#stage = "init"
      this.#send(Uint8Array.of(1))
    } else if (this.#stage === "init") this.#init()
    else this.#message()
  }

  #init(): void {
    const head = this.#need(24)
    this.name = this.#need(head.readUInt32BE(20)).toString()
    this.#resize(head.readUInt16BE(0), head.readUInt16BE(2))
    this.#stage = "running"
  }

  #resize(width: number, height: number): void {
    this.width = width
    this.height = height
    this.pixels = new Uint32Array(width * height)
  }

  #message(): void {
    const type = this.#need(1).readUInt8()
    if (type === serverTypes.update) this.#update()
    else if (type === serverTypes.cutText) {
      const length = this.#need(7).readInt32BE(3)
      this.clipboard.push(Buffer.from(this.#need(Math.abs(length))))
    } else if (type === serverTypes.fence) {
      const head = this.#need(8)
      const payload = this.#need(head.readUInt8(7))
      const answer = new ByteWriter()
        .u8(clientTypes.fence)
        .pad(3)
        .u32(head.readUInt32BE(3) & 0x7fffffff)
      this.#send(answer.u8(payload.length).bytes(payload).done())
    } else if (type !== serverTypes.endOfContinuousUpdates) throw new Error(`unknown message ${type}`)
  }

  #update(): void {
    const count = this.#need(3).readUInt16BE(1)
    for (let index = 0; index < count; index += 1) this.#rectangle()
    this.updates += 1
  }

  #rectangle(): void {
    const head = this.#need(12)
    const area = [head.readUInt16BE(0), head.readUInt16BE(2), head.readUInt16BE(4), head.readUInt16BE(6)] as const
    const encoding = head.readInt32BE(8)
    const [, , width, height] = area
    if (encoding === encodings.raw) this.#paint(area, this.#raw(width * height))
    else if (encoding === encodings.tight) this.#paint(area, this.#tight(width, height))
    else if (encoding === encodings.cursor) this.#need(width * height * 4 + Math.ceil(width / 8) * height)
    else if (encoding === encodings.desktopName) this.name = this.#need(this.#need(4).readUInt32BE()).toString()
    else if (encoding === encodings.extendedDesktopSize) {
      this.#need(4 + 16 * this.#held.readUInt8(this.#at))
      if (width !== this.width || height !== this.height) this.#resize(width, height)
    } else if (encoding !== encodings.qemuKeys) throw new Error(`unknown encoding ${encoding}`)
    this.seen.push(encoding)
  }

  #raw(count: number): (at: number) => number {
    const bytes = Buffer.from(this.#need(4 * count))
    return (at) => bytes.readUInt32LE(4 * at) & 0xffffff
  }

  #color(): number {
    return this.#need(3).readUIntBE(0, 3)
  }

  #compact(): number {
    let length = 0
    for (let shift = 0; ; shift += 7) {
      const byte = this.#need(1).readUInt8()
      length |= (byte & 0x7f) << shift
      if (byte < 0x80) return length
    }
  }

  #tight(width: number, height: number): (at: number) => number {
    const control = this.#need(1).readUInt8()
    if (control === TIGHT_FILL) {
      const fill = this.#color()
      return () => fill
    }
    if (control !== TIGHT_FILTERED || this.#need(1).readUInt8() !== 1) throw new Error("not a palette")
    const colors = Array.from({ length: this.#need(1).readUInt8() + 1 }, () => this.#color())
    const stride = colors.length === 2 ? Math.ceil(width / 8) : width
    const size = stride * height
    const body =
      size < 12
        ? Buffer.from(this.#need(size))
        : inflateSync(this.#need(this.#compact()), { finishFlush: constants.Z_SYNC_FLUSH })
    if (body.length !== size) throw new Error(`${body.length} bytes of pixels, ${size} are right`)
    if (colors.length > 2) return (at) => colors[body[at] ?? 0] ?? 0
    return (at) => {
      const [row, column] = [Math.floor(at / width), at % width]
      return colors[((body[row * stride + (column >> 3)] ?? 0) >> (7 - (column & 7))) & 1] ?? 0
    }
  }

  #paint([x, y, width, height]: readonly [number, number, number, number], color: (at: number) => number): void {
    for (let row = 0; row < height; row += 1)
      for (let column = 0; column < width; column += 1)
        this.pixels[(y + row) * this.width + x + column] = color(row * width + column)
  }
}
