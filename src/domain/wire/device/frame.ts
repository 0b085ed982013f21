import { invalid, type Parsed, valid } from "../../values/parsed.ts"
import { CHUNK_FRAME_MAX_BYTES, MESSAGE_MAX_BYTES } from "./limits.ts"

/**
 * Frames of the TCP stream: length (u32, big-endian, of all that follows), kind (u8), body. Each side checks the length
 * as soon as it is known, so that neither makes the other hold more than one frame.
 */

export const frameKinds = { message: 1, chunk: 2 } as const
export type FrameKind = keyof typeof frameKinds

export interface Frame {
  readonly kind: FrameKind
  readonly body: Uint8Array
}

export type FrameFault = "bad-frame" | "too-large"

const LENGTH_BYTES = 4
const KIND_BYTES = 1
const HEAD_BYTES = LENGTH_BYTES + KIND_BYTES

/** The most bytes after the length. */
const mostOf: Readonly<Record<FrameKind, number>> = {
  message: KIND_BYTES + MESSAGE_MAX_BYTES,
  chunk: CHUNK_FRAME_MAX_BYTES,
}

const kindOf = (byte: number): FrameKind | undefined =>
  byte === frameKinds.message ? "message" : byte === frameKinds.chunk ? "chunk" : undefined

/** Throws a RangeError when the body is too long for its kind, because that is a bug of the caller. */
export const encodeFrame = ({ kind, body }: Frame): Uint8Array => {
  const length = KIND_BYTES + body.byteLength
  if (length > mostOf[kind]) throw new RangeError(`a ${kind} of ${body.byteLength} bytes is too long`)
  const bytes = new Uint8Array(LENGTH_BYTES + length)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, length)
  view.setUint8(LENGTH_BYTES, frameKinds[kind])
  bytes.set(body, LENGTH_BYTES + KIND_BYTES)
  return bytes
}

/**
 * Cuts a stream of bytes into frames, however it is split. After a fault it reads nothing more, because frame
 * boundaries are lost. `accepts`: the kinds that this side may receive.
 */
export class FrameReader {
  readonly #accepts: ReadonlySet<FrameKind>
  /** Grows with the received bytes, never with the announced length, so a length alone reserves no memory. */
  #buffer = new Uint8Array(HEAD_BYTES)
  #held = 0
  /** Bytes of the current part: the head, or the body of `#kind`. */
  #wanted = HEAD_BYTES
  #kind: FrameKind | undefined
  #fault: FrameFault | undefined

  constructor(accepts: readonly FrameKind[]) {
    this.#accepts = new Set(accepts)
  }

  /** The frames that these bytes complete, up to the first fault. Bodies are copies. */
  push(bytes: Uint8Array): { readonly frames: readonly Frame[]; readonly fault: FrameFault | undefined } {
    const frames: Frame[] = []
    let at = 0
    while (this.#fault === undefined && at < bytes.byteLength) {
      const part = bytes.subarray(at, at + this.#wanted - this.#held)
      at += part.byteLength
      this.#hold(part)
      while (this.#fault === undefined && this.#held === this.#wanted) this.#complete(frames)
    }
    return { frames, fault: this.#fault }
  }

  #hold(part: Uint8Array): void {
    const needed = this.#held + part.byteLength
    if (needed > this.#buffer.byteLength) {
      const larger = new Uint8Array(Math.max(needed, Math.min(this.#wanted, 2 * this.#buffer.byteLength)))
      larger.set(this.#buffer.subarray(0, this.#held))
      this.#buffer = larger
    }
    this.#buffer.set(part, this.#held)
    this.#held = needed
  }

  #complete(frames: Frame[]): void {
    const whole = this.#buffer.slice(0, this.#held)
    this.#held = 0
    if (this.#kind !== undefined) {
      frames.push({ kind: this.#kind, body: whole })
      this.#kind = undefined
      this.#wanted = HEAD_BYTES
      this.#buffer = new Uint8Array(HEAD_BYTES)
      return
    }
    const head = this.#readHead(whole)
    if (head.ok) [this.#kind, this.#wanted] = [head.value.kind, head.value.length]
    else this.#fault = head.reason
  }

  #readHead(bytes: Uint8Array): Parsed<{ readonly kind: FrameKind; readonly length: number }, FrameFault> {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const length = view.getUint32(0)
    const kind = kindOf(view.getUint8(LENGTH_BYTES))
    if (kind === undefined || !this.#accepts.has(kind) || length < KIND_BYTES) return invalid("bad-frame")
    return length > mostOf[kind] ? invalid("too-large") : valid({ kind, length: length - KIND_BYTES })
  }
}
