import { Channel } from "../../src/adapters/viewer/channel.ts"
import type { TwoFingers } from "../../src/adapters/viewer/fingerPair.ts"
import { GuardedRfb, type GuardReason } from "../../src/adapters/viewer/guardedRfb.ts"
import { interrupted, nothingRecorded, recorded } from "../../src/app/viewer/macros.ts"
import { until } from "./screenDesk.tsx"

/** The guard of noVNC, and a device that a test plays. */

export const bytes = (...values: readonly number[]): Uint8Array<ArrayBuffer> => new Uint8Array(values)
export const u16 = (value: number): readonly number[] => [value >> 8, value & 0xff]
export const u32 = (value: number): readonly number[] => [...u16(value >>> 16), ...u16(value & 0xffff)]
export const text = (value: string): readonly number[] => [...new TextEncoder().encode(value)]

/** A device at the other end of a socket. It answers the handshake, and then sends what the test gives it. */
export class PlayedDevice extends EventTarget {
  binaryType: BinaryType = "arraybuffer"
  readyState: WebSocket["readyState"] = WebSocket.OPEN
  #step = 0
  /** The messages of noVNC since the screen was open. */
  readonly got: number[][] = []
  readonly #size: readonly [number, number]

  constructor(width = 64, height = 32) {
    super()
    this.#size = [width, height]
    queueMicrotask(() => this.say(...text("RFB 003.008\n")))
  }

  say(...values: readonly number[]): void {
    this.dispatchEvent(new MessageEvent("message", { data: bytes(...values).buffer }))
  }

  send(data: string | ArrayBufferLike | Blob | ArrayBufferView): void {
    if (typeof data === "string" || !ArrayBuffer.isView(data)) return
    const sent = [...new Uint8Array(data.buffer, data.byteOffset, data.byteLength)]
    const [width, height] = this.#size
    const format = [32, 24, 0, 1, ...u16(255), ...u16(255), ...u16(255), 16, 8, 0, 0, 0, 0]
    const answers = [
      [1, 1],
      [0, 0, 0, 0],
      [...u16(width), ...u16(height), ...format, ...u32(4), ...text("test")],
    ]
    const answer = answers[this.#step]
    this.#step += 1
    if (answer === undefined) this.got.push(sent)
    else queueMicrotask(() => this.say(...answer))
  }

  close(): void {
    if (this.readyState === WebSocket.CLOSED) return
    this.readyState = WebSocket.CLOSED
    queueMicrotask(() => this.dispatchEvent(new CloseEvent("close", { code: 1000 })))
  }

  /** The pressed buttons in each pointer message to the device, as a mask. */
  buttons(): readonly number[] {
    const masks = this.got.flatMap((sent) => {
      const found: number[] = []
      for (let at = 0; at + 6 <= sent.length && sent[at] === 5; at += 6) found.push(sent[at + 1] ?? 0)
      return found
    })
    return masks.filter((mask, index) => mask !== masks[index - 1])
  }

  /** The keys in the messages to the device: `+` for down, `-` for up, and the keysym. */
  keys(): string {
    return this.got
      .flatMap((sent) => {
        const found: string[] = []
        for (let at = 0; at + 8 <= sent.length && sent[at] === 4; at += 8) {
          const [, down, , , ...keysym] = sent.slice(at, at + 8)
          found.push(`${down === 1 ? "+" : "-"}${keysym.reduce((sum, each) => sum * 256 + each, 0).toString(16)}`)
        }
        return found
      })
      .join(" ")
  }
}

export const takesAll = { keys: true, pointer: true, pans: false }
export const takesNone = { keys: false, pointer: false, pans: false }

export const open = (device: PlayedDevice) => {
  const place = document.createElement("div")
  place.style.cssText = "inline-size: 320px; block-size: 160px"
  document.body.replaceChildren(place)
  const reasons: GuardReason[] = []
  const clipboards: string[] = []
  const sizes: string[] = []
  const keys: string[] = []
  let recording = nothingRecorded
  const moves: TwoFingers[] = []
  const composed: string[] = []
  let unwritten = 0
  let frames = 0
  const channel = new Channel(device, () => undefined)
  const rfb = new GuardedRfb(place, channel, {
    frame: () => {
      frames += 1
    },
    size: (width, height) => sizes.push(`${width}x${height}`),
    letGo: () => {
      recording = interrupted(recording)
    },
    key: (keysym, down) => {
      recording = recorded(recording, { keysym, down })
      keys.push(`${down ? "+" : "-"}${keysym.toString(16)}`)
    },
    composing: (text) => composed.push(text),
    unwritten: () => {
      unwritten += 1
    },
    twoFingers: (move) => moves.push(move),
    clipboard: (copied) => clipboards.push(copied),
    guarded: (reason) => reasons.push(reason),
  })
  rfb.take(takesAll)
  let isOpen = false
  rfb.addEventListener("connect", () => {
    isOpen = true
  })
  const strokes = () => recording.strokes
  const counts = { strokes, unwritten: () => unwritten, frames: () => frames, isOpen: () => isOpen }
  return { rfb, place, reasons, clipboards, sizes, keys, moves, composed, ...counts }
}

/** Opens a screen, and waits until it is open. */
export const opened = async (device: PlayedDevice) => {
  const screen = open(device)
  await until(screen.isOpen)
  device.got.length = 0
  return screen
}

/** A key as a browser reports it. */
export const key = (type: string, code: string, name: string, state: KeyboardEventInit = {}) =>
  new KeyboardEvent(type, { code, key: name, bubbles: true, cancelable: true, ...state })
