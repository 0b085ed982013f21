import { ByteWriter, viewOf } from "./bytes.ts"
import { actsOnComputer, RfbClientStream } from "./clientStream.ts"
import { clientTypes, encodings } from "./protocol.ts"

/**
 * Filters the client's half of an RFB stream to a VNC server, after the handshake (SCREEN-2). Without control, messages
 * that act on the computer are dropped. Encodings are reduced to those with known messages, so that both ends agree on
 * the length of each message.
 */

/** Encodings beyond those of the emulator's own server. */
const more = {
  rre: 2,
  hextile: 5,
  zlib: 6,
  zrle: 16,
  jpeg: 21,
  h264: 50,
  tightPng: -260,
  lastRect: -224,
  qemuLeds: -261,
  vmwareCursor: 0x574d5664,
}
const passed: ReadonlySet<number> = new Set([
  ...Object.values(encodings).filter((encoding) => encoding !== encodings.extendedMouseButtons),
  ...Object.values(more),
])
/** Quality 0 to 9 and compression 0 to 9. */
const isLevel = (encoding: number): boolean =>
  (encoding >= -32 && encoding <= -23) || (encoding >= -256 && encoding <= -247)

const withKnownEncodings = (message: Uint8Array): Uint8Array => {
  const view = viewOf(message)
  const wanted: number[] = []
  for (let at = 4; at < message.byteLength; at += 4) wanted.push(view.getInt32(at))
  const known = wanted.filter((encoding) => passed.has(encoding) || isLevel(encoding))
  const writer = new ByteWriter().u8(clientTypes.setEncodings).pad(1).u16(known.length)
  for (const encoding of known) writer.i32(encoding)
  return writer.done()
}

/** The most keys that may be down at once. A client that holds more must release the others itself. */
const HELD_MAX = 64
/** The end of the u8 or u16 that means "down" in a key message. */
const downAt: ReadonlyMap<number, number> = new Map([
  [clientTypes.key, 1],
  [clientTypes.qemu, 3],
])

/** The keys and buttons that the client holds down, as the messages that release them. */
class HeldKeys {
  readonly #releases = new Map<string, Uint8Array>()
  #pointer: Uint8Array | undefined

  note(message: Uint8Array): void {
    const type = message[0] ?? -1
    if (type === clientTypes.pointer) this.#pointer = message[1] === 0 ? undefined : message.with(1, 0)
    const at = downAt.get(type)
    if (at === undefined) return
    const release = message.with(at, 0)
    const key = release.join()
    if (message[at] === 0) this.#releases.delete(key)
    else if (this.#releases.size < HELD_MAX) this.#releases.set(key, release)
  }

  take(): readonly Uint8Array[] {
    const releases = [...this.#releases.values(), ...(this.#pointer === undefined ? [] : [this.#pointer])]
    this.#releases.clear()
    this.#pointer = undefined
    return releases
  }
}

export class RfbClientFilter {
  readonly #messages = new RfbClientStream()
  readonly #held = new HeldKeys()
  readonly #mayAct: () => boolean

  constructor(mayAct: () => boolean) {
    this.#mayAct = mayAct
  }

  /** The messages in these bytes that the server may get. `isBroken` once the client has sent an invalid message. */
  push(bytes: Uint8Array): { readonly messages: readonly Uint8Array[]; readonly isBroken: boolean } {
    const { messages, fault } = this.#messages.push(bytes)
    const allowed = messages.filter((message) => !actsOnComputer(message) || this.#mayAct())
    for (const message of allowed) this.#held.note(message)
    const reduced = allowed.map((message) =>
      message[0] === clientTypes.setEncodings ? withKnownEncodings(message) : message,
    )
    return { messages: reduced, isBroken: fault !== undefined }
  }

  /**
   * Releases every key and button that the client holds, because it loses control and its own releases will be dropped.
   */
  release(): readonly Uint8Array[] {
    return this.#held.take()
  }
}
