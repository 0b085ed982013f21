import RFB from "@novnc/novnc"
import { CLIPBOARD_MAX_BYTES, SCREEN_PIXELS_MAX, SCREEN_SIDE_MAX } from "../../domain/wire/rfb/limits.ts"
import { clipboardFlags } from "../../domain/wire/rfb/protocol.ts"
import { keysymOf } from "./keysymOf.ts"

/** Why the guard has ended a stream (SCREEN-3). */
export type GuardReason = "screenTooLarge" | "clipboardTooLong" | "junk"

/** Which input of the person goes to the device. */
export interface Takes {
  readonly keys: boolean
  readonly pointer: boolean
}

export interface GuardedEvents {
  readonly frame: () => void
  readonly key: () => void
  readonly clipboard: (text: string) => void
  readonly guarded: (reason: GuardReason) => void
}

/** Of a cut text message behind its type: padding and length; and the flags of the extended clipboard. */
const HEAD_BYTES = 7
const FLAGS_BYTES = 4
/** Bytes of the length that precedes an unpacked text. */
const SIZE_BYTES = 4

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** Unpacks one zlib stream; undefined when it is junk, or more than `max` bytes. */
const inflate = async (packed: Uint8Array<ArrayBuffer>, max: number): Promise<Uint8Array | undefined> => {
  const parts: Uint8Array[] = []
  let size = 0
  try {
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"))
    for (const reader = stream.getReader(); ; ) {
      const { done, value } = await reader.read()
      if (done) break
      size += value.byteLength
      parts.push(value)
      if (size > max) {
        await reader.cancel()
        return undefined
      }
    }
  } catch {
    // A stream that was flushed and not finished ends with an error, after everything was read.
    if (size === 0) return undefined
  }
  const whole = new Uint8Array(size)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.byteLength
  }
  return whole
}

/**
 * noVNC within bounds: a device can neither freeze the tab with a huge screen or clipboard, nor leave keys down. What breaks a bound ends
 * the stream at once.
 */
export class GuardedRfb extends RFB {
  #takes: Takes = { keys: false, pointer: false }
  readonly #events: GuardedEvents
  readonly #letGoUnseen = (): void => {
    if (document.visibilityState === "hidden") this.letGo()
  }
  readonly #letGo = (): void => this.letGo()

  constructor(target: HTMLElement, channel: object, events: GuardedEvents) {
    super(target, channel, { shared: true })
    this.#events = events
    // Keys would stay down at the device: noVNC itself lets go only when the window loses the focus.
    this._canvas.addEventListener("blur", this.#letGo)
    document.addEventListener("visibilitychange", this.#letGoUnseen)
    this.addEventListener("disconnect", () => document.removeEventListener("visibilitychange", this.#letGoUnseen))
  }

  /** What is not taken any more is let go first. */
  take(takes: Takes): void {
    if (!takes.keys) this.letGo()
    this.#takes = takes
  }

  /** No key stays down at the device (SCREEN-4). */
  letGo(): void {
    this._keyboard._allKeysUp()
  }

  /** Presses these keys in order and lets go of them backwards, as a person does Ctrl+Alt+Del. */
  press(keysyms: readonly number[]): void {
    for (const keysym of keysyms) this.#send(keysym, true)
    for (const keysym of keysyms.toReversed()) this.#send(keysym, false)
  }

  /** One character as a key press, whatever the layout of the keyboard. */
  type(character: string): void {
    this.press([keysymOf(character)])
  }

  #send(keysym: number, down: boolean): void {
    if (!this.#takes.keys) return
    this.sendKey(keysym, null, down)
    if (down) this.#events.key()
  }

  #end(reason: GuardReason): void {
    this.#events.guarded(reason)
    this._fail(reason)
  }

  override _resize(width: number, height: number): void {
    const isTooLarge = Math.max(width, height) > SCREEN_SIDE_MAX || width * height > SCREEN_PIXELS_MAX
    if (isTooLarge || width === 0 || height === 0) this.#end("screenTooLarge")
    else super._resize(width, height)
  }

  override _framebufferUpdate(): boolean {
    const isWhole = super._framebufferUpdate()
    if (isWhole) this.#events.frame()
    return isWhole
  }

  /** `undefined` locks, as a gesture gives them, would toggle CapsLock and NumLock at the device. */
  override _handleKeyEvent(
    keysym: number,
    code: string,
    down: boolean,
    numlock: boolean | null = null,
    capslock: boolean | null = null,
  ): void {
    // A key that is down at the device may always be let go.
    if (!this.#takes.keys && down) return
    super._handleKeyEvent(keysym, code, down, numlock, capslock)
    if (down) this.#events.key()
  }

  override _sendMouse(x: number, y: number, mask: number): void {
    if (this.#takes.pointer) super._sendMouse(x, y, mask)
  }

  override _handleServerCutText(): boolean {
    if (this._sock.rQwait("ServerCutText header", HEAD_BYTES, 1)) return false
    const length = viewOf(this._sock.rQpeekBytes(HEAD_BYTES)).getInt32(3)
    if (Math.abs(length) > CLIPBOARD_MAX_BYTES) {
      this.#end("clipboardTooLong")
      return false
    }
    const size = HEAD_BYTES + Math.abs(length)
    if (this._sock.rQwait("ServerCutText content", size, 1)) return false
    const message = this._sock.rQpeekBytes(size)
    const flags = length <= -FLAGS_BYTES ? viewOf(message).getUint32(HEAD_BYTES) : 0
    // A message about abilities names every action.
    const isText = (flags & clipboardFlags.provide) !== 0 && (flags & clipboardFlags.caps) === 0
    if (!isText) return super._handleServerCutText()
    const packed = this._sock.rQshiftBytes(size).slice(HEAD_BYTES + FLAGS_BYTES)
    void this.#takeClipboard(packed)
    return true
  }

  /** noVNC would unpack whatever size the device names, two gigabytes from 65 KiB for example. */
  async #takeClipboard(packed: Uint8Array<ArrayBuffer>): Promise<void> {
    const bytes = await inflate(packed, CLIPBOARD_MAX_BYTES + SIZE_BYTES)
    if (bytes === undefined || bytes.byteLength < SIZE_BYTES) {
      this.#end("clipboardTooLong")
      return
    }
    const size = Math.min(viewOf(bytes).getUint32(0), bytes.byteLength - SIZE_BYTES)
    const text = new TextDecoder().decode(bytes.subarray(SIZE_BYTES, SIZE_BYTES + size))
    this.#events.clipboard(text.replace(/\0$/, "").replaceAll("\r\n", "\n"))
  }
}
