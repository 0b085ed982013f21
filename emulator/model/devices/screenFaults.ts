import { ByteWriter } from "../../../src/domain/wire/rfb/bytes.ts"
import { encodings, serverTypes } from "../../../src/domain/wire/rfb/protocol.ts"
import * as clipboard from "../screen/clipboard.ts"
import { type Deflate, pseudoRectangle } from "../screen/rectangle.ts"
import type { RfbServer } from "../screen/rfbServer.ts"
import type { ScreenFault } from "./ports.ts"

/** Faults of a screen on command (SCREEN-3, EMU-4), for one stream after the other. */

/** The fault of this name when it happens now, with its length in ms. */
export type TakeFault = (fault: ScreenFault) => { readonly ms: number } | undefined

const GARBAGE_BYTES = 4_096
const GARBAGE_PERIOD = 200
/** Exceeds every limit, and is still a valid number of the protocol, pixels. */
const HUGE_SIDE = 65_535

/** Bytes that are no RFB message. */
const garbage = (): Uint8Array => Uint8Array.from({ length: GARBAGE_BYTES }, (_, at) => 0xff - (at % GARBAGE_PERIOD))

/** An update with the size of the screen, but without its pixels. */
const hugeSize = (): Uint8Array => {
  const area = { x: 0, y: 0, width: HUGE_SIDE, height: HUGE_SIDE }
  const update = new ByteWriter().u8(serverTypes.update).pad(1).u16(1)
  return update.bytes(pseudoRectangle(area, encodings.desktopSize)).done()
}

export class ScreenFaults {
  readonly #take: TakeFault
  readonly #deflate: Deflate
  /** The time at which the picture of a stream continues, ms since 1970. */
  readonly #heldUntil = new WeakMap<RfbServer, number>()

  constructor(take: TakeFault, deflate: Deflate) {
    this.#take = take
    this.#deflate = deflate
  }

  /** True when the picture of this stream must not change now. Ends a stream whose fault ends it. */
  holds(stream: RfbServer, now: number): boolean {
    if (!stream.isRunning) return false
    if (this.#take("screen-cut") !== undefined) stream.end()
    else if (this.#take("screen-garbage") !== undefined) stream.disturb(garbage())
    else if (this.#take("screen-huge") !== undefined) stream.disturb(hugeSize())
    else if (this.#take("clipboard-bomb") !== undefined) stream.disturb(clipboard.bomb(this.#deflate))
    else if (now >= (this.#heldUntil.get(stream) ?? now)) {
      const frozen = this.#take("screen-freeze")
      // A slow screen sends this update, and delays the next one.
      const held = frozen ?? this.#take("screen-slow")
      if (held !== undefined) this.#heldUntil.set(stream, now + held.ms)
      return frozen !== undefined
    } else return true
    return true
  }
}
