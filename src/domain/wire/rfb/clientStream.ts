import { viewOf } from "./bytes.ts"
import { CLIPBOARD_MAX_BYTES, ENCODINGS_MAX, FENCE_MAX_BYTES } from "./limits.ts"
import { clientTypes } from "./protocol.ts"

/**
 * Cuts the client's half of an RFB stream, after the handshake, into complete messages. Device and agent share it: the
 * device reads the messages, and either may drop those that act on the computer (SCREEN-2). The longest message bounds
 * the memory.
 */

export type RfbFault = "unknown-message" | "too-long"

type Sized = { readonly length: number } | { readonly fault: RfbFault }

const HEAD_OF_CUT_TEXT = 8
const HEAD_OF_FENCE = 9
const KEY_OF_QEMU = 0

const fixed: ReadonlyMap<number, number> = new Map([
  [clientTypes.setPixelFormat, 20],
  [clientTypes.updateRequest, 10],
  [clientTypes.key, 8],
  [clientTypes.pointer, 6],
  [clientTypes.continuousUpdates, 10],
  [clientTypes.xvp, 4],
])

/** Length of a message; undefined while more of its head is needed. */
const lengthOf = (bytes: Uint8Array): Sized | undefined => {
  const view = viewOf(bytes)
  const type = view.getUint8(0)
  const known = fixed.get(type)
  if (known !== undefined) return { length: known }
  const has = (count: number): boolean => bytes.byteLength >= count
  switch (type) {
    case clientTypes.setEncodings: {
      if (!has(4)) return undefined
      const count = view.getUint16(2)
      return count > ENCODINGS_MAX ? { fault: "too-long" } : { length: 4 + 4 * count }
    }
    case clientTypes.cutText: {
      if (!has(HEAD_OF_CUT_TEXT)) return undefined
      // A negative length marks the extended clipboard.
      const length = Math.abs(view.getInt32(4))
      return length > CLIPBOARD_MAX_BYTES ? { fault: "too-long" } : { length: HEAD_OF_CUT_TEXT + length }
    }
    case clientTypes.fence: {
      if (!has(HEAD_OF_FENCE)) return undefined
      const length = view.getUint8(8)
      return length > FENCE_MAX_BYTES ? { fault: "too-long" } : { length: HEAD_OF_FENCE + length }
    }
    case clientTypes.setDesktopSize:
      return has(7) ? { length: 8 + 16 * view.getUint8(6) } : undefined
    case clientTypes.qemu:
      if (!has(2)) return undefined
      return view.getUint8(1) === KEY_OF_QEMU ? { length: 12 } : { fault: "unknown-message" }
    default:
      return { fault: "unknown-message" }
  }
}

export class RfbClientStream {
  #parts: Uint8Array[] = []
  #held = 0
  /** Bytes needed to complete the current message. Pieces are joined only then. */
  #wanted = 1
  #fault: RfbFault | undefined

  /** The messages that these bytes complete, up to the first fault. After a fault nothing more is read. */
  push(bytes: Uint8Array): { readonly messages: readonly Uint8Array[]; readonly fault: RfbFault | undefined } {
    if (this.#fault !== undefined) return { messages: [], fault: this.#fault }
    this.#parts.push(bytes.slice())
    this.#held += bytes.byteLength
    return this.#held < this.#wanted ? { messages: [], fault: undefined } : this.#cut()
  }

  #cut(): { readonly messages: readonly Uint8Array[]; readonly fault: RfbFault | undefined } {
    const messages: Uint8Array[] = []
    let rest = joined(this.#parts, this.#held)
    this.#wanted = 1
    while (this.#fault === undefined && rest.byteLength > 0) {
      const sized = lengthOf(rest)
      if (sized !== undefined && "fault" in sized) this.#fault = sized.fault
      else if (sized === undefined || rest.byteLength < sized.length) {
        this.#wanted = sized?.length ?? rest.byteLength + 1
        break
      } else {
        messages.push(rest.subarray(0, sized.length))
        rest = rest.subarray(sized.length)
      }
    }
    this.#parts = this.#fault === undefined && rest.byteLength > 0 ? [rest] : []
    this.#held = this.#parts.length === 0 ? 0 : rest.byteLength
    return { messages, fault: this.#fault }
  }
}

const joined = (parts: readonly Uint8Array[], length: number): Uint8Array => {
  const whole = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.byteLength
  }
  return whole
}

const acting: ReadonlySet<number> = new Set([
  clientTypes.key,
  clientTypes.pointer,
  clientTypes.cutText,
  clientTypes.xvp,
  clientTypes.setDesktopSize,
  clientTypes.qemu,
])

/**
 * True for a message that acts on the computer: keys, pointer, clipboard, power, size of the screen. A viewer without
 * control may not send it.
 */
export const actsOnComputer = (message: Uint8Array): boolean => acting.has(message[0] ?? -1)
