import * as fc from "fast-check"
import { afterEach, expect, test, vi } from "vitest"
import { Display } from "../../emulator/model/devices/display.ts"
import type { ScreenFault } from "../../emulator/model/devices/ports.ts"
import { startViewer, type Viewer, type ViewerSettings } from "../../src/adapters/viewer/viewer.ts"
import { createScreenRecord } from "../../src/app/client/screenRecord.ts"
import type { ScreenEnd, ScreenEvent } from "../../src/domain/features/deviceSession/screens.ts"
import { key } from "./playedScreen.ts"
import { until } from "./screenDesk.tsx"

/**
 * A whole viewer at the screen of an emulated device, through faults in any order. Each test compares its log, and what
 * is left afterwards.
 */

const START = 1_795_132_800_000
const SECOND = 1_000
/** The longest time for which a picture stands still, ms. */
const HELD_MS = 5_000
const PIECE_BYTES = 65_536

/** zlib data without compression. It is valid and needs no library. */
const stored = (bytes: Uint8Array): Uint8Array => {
  const BLOCK = 65_535
  const parts: Uint8Array[] = [Uint8Array.of(0x78, 0x01)]
  for (let at = 0; at < bytes.length || at === 0; at += BLOCK) {
    const part = bytes.subarray(at, at + BLOCK)
    const { length } = part
    parts.push(Uint8Array.of(0, length & 255, length >> 8, ~length & 255, (~length >> 8) & 255), part)
  }
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

const SCENE = {
  name: "Rack",
  did: "d1",
  build: 1,
  mode: "hid",
  startedAt: START - 60 * SECOND,
  host: "awake",
  stage: "idle",
  percent: 0,
  viewers: 1,
  isControlled: true,
} as const

class Around {
  now = START
  readonly faults: ScreenFault[] = []
  readonly wires: Wire[] = []
  readonly display: Display = new Display(
    () => SCENE,
    { deflate: stored, inflate: () => undefined },
    (fault) => {
      if (this.faults[0] !== fault) return undefined
      this.faults.shift()
      return { ms: HELD_MS }
    },
  )
}
let around = new Around()

/** The socket of a viewer. It includes the bridge and the device. */
class Wire extends EventTarget {
  static readonly OPEN = WebSocket.OPEN
  binaryType: BinaryType = "arraybuffer"
  readyState: WebSocket["readyState"] = WebSocket.OPEN
  #control = false
  #stream: ReturnType<Display["attach"]> | undefined

  constructor() {
    super()
    around.wires.push(this)
    queueMicrotask(() => this.dispatchEvent(new Event("open")))
  }

  #hand(data: ArrayBuffer | string): void {
    if (this.readyState === WebSocket.OPEN) this.dispatchEvent(new MessageEvent("message", { data }))
  }

  #say(text: string): void {
    queueMicrotask(() => this.#hand(text))
  }

  /** Delivers the bytes in pieces, as TCP does, until the socket is closed. */
  #bring(bytes: Uint8Array<ArrayBuffer>): void {
    queueMicrotask(() => {
      for (let at = 0; at < bytes.length && this.readyState === WebSocket.OPEN; at += PIECE_BYTES)
        this.#hand(bytes.slice(at, at + PIECE_BYTES).buffer)
    })
  }

  send(data: string | Uint8Array): void {
    if (typeof data !== "string") {
      this.#stream?.receive(data.slice())
      return
    }
    const { type, control } = JSON.parse(data)
    if (type !== "view") return
    this.#control = control
    this.#stream ??= around.display.attach(
      {
        send: (bytes) => this.#bring(bytes.slice()),
        close: () => this.#say('{"type":"error","reason":"ended"}'),
      },
      { mayAct: () => this.#control, acted: () => undefined },
      around.now,
    )
  }

  close(): void {
    if (this.readyState === WebSocket.CLOSED) return
    this.readyState = WebSocket.CLOSED
    this.#stream?.end()
    queueMicrotask(() => this.dispatchEvent(new CloseEvent("close", { code: 1006 })))
  }
}

const settings: ViewerSettings = { audio: false, quality: "sharp", keys: true, pointer: true, pans: false, room: null }

/** A tab with a viewer, its log, and the operations of a person and of the device. */
class Session {
  readonly log: ScreenEvent[] = []
  /** The events that the log must hold. */
  readonly expected: unknown[] = []
  #since: number | null = null
  readonly #viewer: Viewer

  constructor() {
    around = new Around()
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] })
    vi.stubGlobal("WebSocket", Wire)
    const place = document.createElement("div")
    document.body.replaceChildren(place)
    const record = createScreenRecord(
      settings,
      () => "n1",
      () => around.now,
      (event) => this.log.push(event),
    )
    this.#viewer = startViewer(place, settings, record.news)
    this.stop = () => {
      record.stop()
      this.#viewer.stop()
    }
  }

  readonly stop: () => void

  get canvas(): HTMLCanvasElement | null {
    return document.querySelector("canvas")
  }

  async #logged(event: unknown): Promise<void> {
    this.expected.push(event)
    await until(() => {
      around.display.show(around.now)
      return this.log.length >= this.expected.length
    })
  }

  async open(): Promise<void> {
    if (this.#since !== null) return
    this.#viewer.connect("ws://127.0.0.1:1/viewer/x", [])
    this.#since = around.now
    await this.#logged({ type: "ScreenOpened", payload: { id: "n1", viewOnly: false } })
  }

  async ended(why: ScreenEnd): Promise<void> {
    if (this.#since === null) return
    const ms = around.now - this.#since
    this.#since = null
    await this.#logged({ type: "ScreenClosed", payload: { id: "n1", why, ms } })
  }

  /** Passes time in steps of a second, so that the updates of the screen arrive in between. */
  async pass(ms: number): Promise<void> {
    for (let left = ms; left > 0; left -= SECOND) {
      const step = Math.min(left, SECOND)
      around.now += step
      around.display.show(around.now)
      await vi.advanceTimersByTimeAsync(step)
    }
  }

  hold(code: string, name: string): void {
    this.canvas?.focus()
    this.canvas?.dispatchEvent(key("keydown", code, name, { location: 1 }))
  }

  blur(): void {
    this.canvas?.blur()
  }

  type(text: string): void {
    for (const character of text) this.#viewer.type(character)
  }
}

type Step = (session: Session) => Promise<void>
const ends: Readonly<Partial<Record<ScreenFault, ScreenEnd>>> = {
  "screen-cut": "ended",
  "screen-garbage": "junk",
  "screen-huge": "screenTooLarge",
  "clipboard-bomb": "clipboardTooLong",
}

const fault =
  (name: ScreenFault): Step =>
  async (session) => {
    await session.open()
    around.faults.push(name)
    const why = ends[name]
    if (why !== undefined) return session.ended(why)
    // The stream stands still for this time, and then goes on.
    await session.pass(SECOND)
    expect(around.faults).toEqual([])
    await session.pass(HELD_MS)
    expect(around.display.streams).toBe(1)
  }
const hold =
  (code: string, name: string): Step =>
  async (session) => {
    await session.open()
    session.hold(code, name)
  }
const steps: Readonly<Record<string, Step>> = {
  freeze: fault("screen-freeze"),
  slow: fault("screen-slow"),
  cut: fault("screen-cut"),
  garbage: fault("screen-garbage"),
  huge: fault("screen-huge"),
  bomb: fault("clipboard-bomb"),
  control: hold("ControlLeft", "Control"),
  alt: hold("AltLeft", "Alt"),
  blur: async (session) => session.blur(),
  /** A long time without a change on the screen. It is far beyond the time after which a stalled stream ends. */
  pass: async (session) => session.pass(61 * SECOND),
  lost: async (session) => {
    await session.open()
    around.wires.at(-1)?.close()
    await session.ended("lost")
  },
}

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  document.body.replaceChildren()
})

test("[EMU-4][SCREEN-3][SCREEN-4][SCREEN-8] whatever a screen does, its stream lives or ends for the right reason, the log says so, and no key stays down", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...Object.keys(steps)), { maxLength: 8 }), async (names) => {
      const session = new Session()
      for (const name of names) await steps[name]?.(session)
      session.blur()
      await session.open()
      session.type("echo left")
      await until(() => around.display.text.endsWith("$ echo left"))
      await session.pass(SECOND)
      session.stop()
      await session.ended("left")
      expect(session.log).toEqual(session.expected)
      await until(() => around.display.streams === 0)
    }),
    { numRuns: 4, examples: [[Object.keys(steps)]] },
  )
})
