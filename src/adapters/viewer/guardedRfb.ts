import RFB from "@novnc/novnc"
import { CLIPBOARD_MAX_BYTES, SCREEN_PIXELS_MAX, SCREEN_SIDE_MAX } from "../../domain/wire/rfb/limits.ts"
import { clipboardFlags } from "../../domain/wire/rfb/protocol.ts"
import type { Channel } from "./channel.ts"
import { type ComposedPress, followComposedText } from "./composedText.ts"
import type { TwoFingers } from "./fingerPair.ts"
import { isMomentary, releasedUnseen } from "./heldKeys.ts"
import { inflate } from "./inflate.ts"
import { keysymOf } from "./keysymOf.ts"
import { PointingRfb } from "./pointingRfb.ts"

/** The reason why the guard has ended a stream (SCREEN-3). */
export type GuardReason = "screenTooLarge" | "clipboardTooLong" | "junk" | "stalled"

/** The input of the person that goes to the device. */
export interface Takes {
  readonly keys: boolean
  readonly pointer: boolean
  /** True when two fingers move the picture; otherwise they scroll at the device. */
  readonly pans: boolean
}

export interface GuardedEvents {
  readonly frame: () => void
  /** The screen of the device has this size, in its pixels. */
  readonly size: (width: number, height: number) => void
  /** A key went down or up at the device. */
  readonly key: (keysym: number, down: boolean) => void
  /** All pressed keys are about to be released without the person; each is reported after this. */
  readonly letGo: () => void
  /** The text that an input method has not written yet; empty when there is none. */
  readonly composing: (text: string) => void
  /** A person pressed a key whose text reaches only text fields. */
  readonly unwritten: () => void
  readonly twoFingers: (move: TwoFingers) => void
  readonly clipboard: (text: string) => void
  readonly guarded: (reason: GuardReason) => void
}

/** The sizes in a cut text message after its type: padding and length, and the flags of the extended clipboard. */
const HEAD_BYTES = 7
const FLAGS_BYTES = 4
/** Bytes of the length that precedes an unpacked text. */
const SIZE_BYTES = 4

/** The X11 keysym of a key without a character. Devices that take keys by code get it all the same. */
const NO_SYMBOL = 0
const PRINT_SCREEN = { code: "PrintScreen", keysym: 0xff61 }

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/**
 * noVNC with limits: a device can neither freeze the tab with a huge screen or clipboard, nor leave keys pressed. A
 * violation ends the stream at once.
 */
export class GuardedRfb extends PointingRfb {
  #takes: Takes = { keys: false, pointer: false, pans: false }
  #isOver = false
  /** The last position of the pointer, in CSS pixels of the picture. */
  #pointer = { x: 0, y: 0 }
  readonly #channel: Channel
  readonly #events: GuardedEvents
  readonly #letGoUnseen = (): void => {
    if (document.visibilityState === "hidden") this.letGo()
  }
  readonly #letGo = (): void => this.letGo()
  readonly #settleKeys = (event: KeyboardEvent | MouseEvent): void => {
    const { _keyDownList: held } = this._keyboard
    const codes = Object.keys(held)
    if (codes.length === 0) return
    const state = {
      ctrl: event.ctrlKey,
      shift: event.shiftKey,
      alt: event.altKey,
      altGraph: event.getModifierState("AltGraph"),
      meta: event.metaKey,
    }
    // A key that goes up is not pressed any more, and the keys that it releases go first.
    const own = event instanceof KeyboardEvent && event.type === "keydown" ? event.code : ""
    for (const code of releasedUnseen(codes, state, own)) this._keyboard._sendKeyEvent(held[code] ?? 0, code, false)
  }

  /** Windows reports only the release of this key. */
  readonly #settlePrintScreen = ({ code }: KeyboardEvent): void => {
    if (code !== PRINT_SCREEN.code || code in this._keyboard._keyDownList) return
    this._keyboard._sendKeyEvent(PRINT_SCREEN.keysym, code, true)
  }
  /** A button may be released where the page gets no event of it. */
  readonly #settleButtons = ({ buttons }: MouseEvent): void => this.#letGoButtons(RFB._convertButtonMask(buttons))

  constructor(target: HTMLElement, channel: Channel, events: GuardedEvents) {
    super(target, channel)
    this.#channel = channel
    this.#events = events
    channel.onbroken = () => this.end("junk")
    // Otherwise keys would stay pressed at the device: noVNC itself releases them only when the window loses the focus.
    this._canvas.addEventListener("blur", this.#letGo)
    for (const type of ["keydown", "keyup", "pointerdown", "mousedown", "mousemove", "wheel"] as const)
      this._canvas.addEventListener(type, this.#settleKeys, { capture: true })
    this._canvas.addEventListener("keyup", this.#settlePrintScreen, { capture: true })
    followComposedText(this._canvas, {
      write: (presses) => this.#write(presses),
      composing: (text) => events.composing(this.#takes.keys ? text : ""),
      unwritten: () => {
        if (this.#takes.keys) events.unwritten()
      },
    })
    for (const type of ["mousemove", "mouseover", "wheel"] as const)
      this._canvas.addEventListener(type, this.#settleButtons, { capture: true })
    document.addEventListener("visibilitychange", this.#letGoUnseen)
    window.addEventListener("blur", this.#letGo)
    this.addEventListener("disconnect", () => {
      document.removeEventListener("visibilitychange", this.#letGoUnseen)
      window.removeEventListener("blur", this.#letGo)
    })
  }

  /** Releases keys and buttons that it no longer takes first. */
  take(takes: Takes): void {
    if (!takes.keys) this.#letGoKeys()
    if (!takes.pointer) {
      this.#letGoButtons(0)
      this.hidePointer()
    }
    this.#takes = takes
  }

  /** Releases all keys and buttons at the device (SCREEN-4). */
  letGo(): void {
    this.#letGoKeys()
    this.#letGoButtons(0)
  }

  #letGoKeys(): void {
    this.#events.letGo()
    this._keyboard._allKeysUp()
  }

  /** Releases all buttons of the pointer except these, at its last position. */
  #letGoButtons(down: number): void {
    const left = this._mouseButtonMask & down
    if (left === this._mouseButtonMask) return
    this._mouseButtonMask = left
    this._sendMouse(this.#pointer.x, this.#pointer.y, left)
  }

  /** Presses these keys in order and releases them in reverse, as a person does Ctrl+Alt+Del. */
  press(keysyms: readonly number[]): void {
    for (const keysym of keysyms) this.#send(keysym, true)
    for (const keysym of keysyms.toReversed()) this.#send(keysym, false)
  }

  /** One character as a key press, whatever the layout of the keyboard, while these keys are held. */
  type(character: string, held: readonly number[] = []): void {
    this.press([...held, keysymOf(character)])
  }

  #write(presses: readonly ComposedPress[]): void {
    if (!this.#takes.keys) return
    for (const { character, code } of presses)
      for (const down of [true, false]) this.sendKey(character === "" ? NO_SYMBOL : keysymOf(character), code, down)
  }

  #send(keysym: number, down: boolean): void {
    if (!this.#takes.keys) return
    this.sendKey(keysym, null, down)
  }

  override sendKey(keysym: number, code: string | null, down?: boolean): void {
    super.sendKey(keysym, code, down)
    if (down !== undefined && keysym > NO_SYMBOL) this.#events.key(keysym, down)
  }

  /** Ends the stream because of data that the device has sent or failed to send. */
  end(reason: GuardReason): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#events.guarded(reason)
    super._fail(reason)
  }

  /** noVNC calls it for unreadable data. A closed socket is a lost connection, which the page knows already. */
  override _fail(details: string): false {
    if (this.#channel.readyState === "open") this.end("junk")
    else super._fail(details)
    return false
  }

  /** Stops reading at the end: noVNC would complain of each further byte of junk, and megabytes of it block the tab. */
  override _normalMsg(): boolean {
    return !this.#isOver && super._normalMsg()
  }

  override _resize(width: number, height: number): void {
    const isTooLarge = Math.max(width, height) > SCREEN_SIDE_MAX || width * height > SCREEN_PIXELS_MAX
    if (isTooLarge) this.end("screenTooLarge")
    else if (width === 0 || height === 0) this.end("junk")
    else {
      super._resize(width, height)
      this.#events.size(width, height)
    }
  }

  override _framebufferUpdate(): boolean {
    const isWhole = super._framebufferUpdate()
    if (isWhole && this.hasPixels) this.#events.frame()
    return isWhole
  }

  /** noVNC passes `undefined` locks for gestures, which would toggle CapsLock and NumLock at the device. */
  override _handleKeyEvent(
    keysym: number,
    code: string,
    down: boolean,
    numlock: boolean | null = null,
    capslock: boolean | null = null,
  ): void {
    // A pressed key may always be released.
    if (!this.#takes.keys && down) return
    super._handleKeyEvent(keysym, code, down, numlock, capslock)
    if (down && isMomentary(keysym)) this._keyboard._sendKeyEvent(keysym, code, false)
  }

  /** For the picture, never for the device. */
  override pinched(move: TwoFingers): void {
    this.#events.twoFingers(move)
  }

  override dragged(move: TwoFingers): void {
    if (this.#takes.pans) this.#events.twoFingers(move)
    else super.dragged(move)
  }

  /** Keeps the pointer of the device in place when it takes no pointer. */
  override _fakeMouseMove(event: object, x: number, y: number): void {
    if (this.#takes.pointer) super._fakeMouseMove(event, x, y)
  }

  /** Sends a text for the clipboard of the device. */
  give(text: string): void {
    if (this.#takes.keys) this.clipboardPasteFrom(text)
  }

  override _sendMouse(x: number, y: number, mask: number): void {
    if (!this.#takes.pointer) return
    this.#pointer = { x, y }
    super._sendMouse(x, y, mask)
  }

  override _handleServerCutText(): boolean {
    if (this._sock.rQwait("ServerCutText header", HEAD_BYTES, 1)) return false
    const length = viewOf(this._sock.rQpeekBytes(HEAD_BYTES)).getInt32(3)
    if (Math.abs(length) > CLIPBOARD_MAX_BYTES) {
      this.end("clipboardTooLong")
      return false
    }
    const size = HEAD_BYTES + Math.abs(length)
    if (this._sock.rQwait("ServerCutText content", size, 1)) return false
    const message = this._sock.rQpeekBytes(size)
    const flags = length <= -FLAGS_BYTES ? viewOf(message).getUint32(HEAD_BYTES) : 0
    // A message about capabilities has the flag of every action.
    const isText = (flags & clipboardFlags.provide) !== 0 && (flags & clipboardFlags.caps) === 0
    if (!isText) return super._handleServerCutText()
    const packed = this._sock.rQshiftBytes(size).slice(HEAD_BYTES + FLAGS_BYTES)
    void this.#takeClipboard(packed)
    return true
  }

  /** noVNC would unpack any size that the device names: two gigabytes from 65 KiB, for example. */
  async #takeClipboard(packed: Uint8Array<ArrayBuffer>): Promise<void> {
    const bytes = await inflate(packed, CLIPBOARD_MAX_BYTES + SIZE_BYTES)
    if (bytes === undefined || bytes.byteLength < SIZE_BYTES) {
      this.end("clipboardTooLong")
      return
    }
    const size = Math.min(viewOf(bytes).getUint32(0), bytes.byteLength - SIZE_BYTES)
    const text = new TextDecoder().decode(bytes.subarray(SIZE_BYTES, SIZE_BYTES + size))
    this.#events.clipboard(text.replace(/\0$/, "").replaceAll("\r\n", "\n"))
  }
}
