import { constants, deflateSync, inflateSync } from "node:zlib"
import { Framebuffer } from "../../emulator/model/screen/framebuffer.ts"
import { RfbServer } from "../../emulator/model/screen/rfbServer.ts"
import { ByteWriter } from "../../src/domain/wire/rfb/bytes.ts"
import { clientTypes } from "../../src/domain/wire/rfb/protocol.ts"
import { RfbClient } from "./rfbClient.ts"

/** A screen, its server and a viewer, and the messages of a viewer byte by byte. */

export const deflate = (bytes: Uint8Array) => deflateSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH })
export const inflate = (bytes: Uint8Array, max: number) =>
  inflateSync(bytes, { maxOutputLength: max, finishFlush: constants.Z_SYNC_FLUSH })

/** Carries bytes both ways, one message at a time: neither end is called while it handles a message. */
class Line {
  readonly #waiting: (() => void)[] = []
  #isBusy = false

  carry(deliver: () => void): void {
    this.#waiting.push(deliver)
    if (this.#isBusy) return
    this.#isBusy = true
    try {
      for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) next()
    } finally {
      this.#isBusy = false
    }
  }
}

interface Served {
  readonly server: RfbServer
  /** Acts at the server's end, and delivers all following messages of both sides. */
  readonly at: (act: (server: RfbServer) => void) => void
  readonly say: (...messages: readonly Uint8Array[]) => void
  readonly flush: () => void
  readonly viewer: RfbClient
  readonly screen: Framebuffer
  /** The bytes that the server sent since the last call. */
  readonly sent: () => Buffer
  readonly acts: (readonly unknown[])[]
  readonly allows: Allows
}

/** The settings that a test may change at both ends. */
interface Allows {
  /** True when the viewer answers fences. */
  answers: boolean
  acting: boolean
  /** The clipboard of the computer. */
  clipboard: string
}

export const serve = (width = 96, height = 64): Served => {
  let sent: Uint8Array[] = []
  const acts: (readonly unknown[])[] = []
  const line = new Line()
  const allows: Allows = { answers: true, acting: true, clipboard: "" }
  const own: { server?: RfbServer } = {}
  const screen = new Framebuffer(width, height, (area) => own.server?.changed(area))
  const toServer = (bytes: Uint8Array) => line.carry(() => own.server?.receive(bytes))
  const viewer = new RfbClient((bytes) => {
    if (allows.answers || !viewer.isRunning) toServer(bytes)
  })
  const act =
    (what: string) =>
    (...about: readonly unknown[]) => {
      acts.push([what, ...about])
    }
  const send = (bytes: Uint8Array) => {
    sent.push(bytes)
    line.carry(() => viewer.push(bytes))
  }
  const begun = () => {
    const server = new RfbServer(
      send,
      act("closed"),
      { deflate, inflate },
      {
        ...{ key: act("key"), pointer: act("pointer"), clipboard: act("clipboard"), resize: act("resize") },
        mayAct: () => allows.acting,
        readClipboard: () => allows.clipboard,
      },
      screen,
      "Bénch",
    )
    own.server = server
  }
  // Delivers the server's first bytes once it exists.
  line.carry(begun)
  const { server } = own
  if (server === undefined) throw new Error("no server has begun")
  const at = (act: (server: RfbServer) => void) => line.carry(() => act(server))
  const taken = () => {
    const bytes = Buffer.concat(sent)
    sent = []
    return bytes
  }
  taken()
  return {
    ...{ server, viewer, screen, acts, at, allows },
    sent: taken,
    say: (...messages) => messages.forEach(toServer),
    flush: () => at((one) => one.flush()),
  }
}

export const words = (...list: readonly number[]): Uint8Array => {
  const writer = new ByteWriter().u8(clientTypes.setEncodings).pad(1).u16(list.length)
  for (const one of list) writer.i32(one)
  return writer.done()
}
/** A request for the whole screen, or for a smaller part. */
export const ask = (isIncremental: boolean, width = 0xffff, height = 0xffff): Uint8Array =>
  new ByteWriter().u8(clientTypes.updateRequest).u8(Number(isIncremental)).pad(4).u16(width).u16(height).done()
export const format = (shifts: readonly number[], isBig: boolean, bits = 32, isTrue = true): Uint8Array =>
  new ByteWriter()
    .u8(clientTypes.setPixelFormat)
    .pad(3)
    .u8(bits)
    .u8(24)
    .u8(Number(isBig))
    .u8(Number(isTrue))
    .u16(255)
    .u16(255)
    .u16(255)
    .bytes(Uint8Array.from(shifts))
    .pad(3)
    .done()
export const continuous = (isOn: boolean): Uint8Array =>
  new ByteWriter().u8(clientTypes.continuousUpdates).u8(Number(isOn)).pad(8).done()
export const fence = (flags: number, payload: Uint8Array): Uint8Array =>
  new ByteWriter().u8(clientTypes.fence).pad(3).u32(flags).u8(payload.length).bytes(payload).done()
export const clipboardMessage = (flags: number, data: Uint8Array): Uint8Array =>
  new ByteWriter()
    .u8(clientTypes.cutText)
    .pad(3)
    .i32(-(4 + data.length))
    .u32(flags)
    .bytes(data)
    .done()
