import { afterEach, expect, test, vi } from "vitest"
import type { ViewerNews } from "../../src/adapters/viewer/news.ts"
import { startViewer, type Viewer } from "../../src/adapters/viewer/viewer.ts"
import { refusalText } from "../../src/domain/wire/rfb/refusals.ts"
import type { StreamEnd } from "../../src/domain/wire/rfb/streamEnds.ts"
import { until } from "./screenDesk.tsx"

/** Streams that noVNC itself ends, as the page sees them. The test plays the socket of a whole viewer. */

const u16 = (value: number): readonly number[] => [value >> 8, value & 0xff]
const u32 = (value: number): readonly number[] => [...u16(value >>> 16), ...u16(value & 0xffff)]
const text = (value: string): readonly number[] => [...new TextEncoder().encode(value)]

const VERSION = text("RFB 003.008\n")
const COLOURS = [32, 24, 0, 1, ...u16(255), ...u16(255), ...u16(255), 16, 8, 0, 0, 0, 0]
/** The messages of a device that needs no password, with a screen of 64 x 32. */
const SCREEN = [
  [1, 1],
  [0, 0, 0, 0],
  [...u16(64), ...u16(32), ...COLOURS, ...u32(4), ...text("test")],
]
const because = (reason: string) => [...u32(text(reason).length), ...text(reason)]

/** A full update request for one pixel at the corner, and its answer. */
const ASKS_FOR_DOT = [3, 0, ...u16(0), ...u16(0), ...u16(1), ...u16(1)]
const DOT = [0, 0, ...u16(1), ...u32(0), ...u16(1), ...u16(1), ...u32(0), 255, 0, 0, 0]

/** The number of requests for that pixel. */
let asked = 0
let latest: Played | undefined
let started: Viewer | undefined

/** A device that sends the first message at once, and each further one after a message of noVNC. */
class Played extends EventTarget {
  static script: readonly (readonly number[])[] = []
  static readonly OPEN = WebSocket.OPEN
  binaryType: BinaryType = "arraybuffer"
  readyState: WebSocket["readyState"] = WebSocket.OPEN
  /** True when the device answers each ping at once. */
  answers = false
  /** True when the device sends the requested pixel. */
  givesDots = true
  readonly #left = [...Played.script]
  #isSpent = false

  constructor() {
    super()
    latest = this
    queueMicrotask(() => {
      this.dispatchEvent(new Event("open"))
      this.#next()
    })
  }

  say(values: readonly number[]): void {
    this.dispatchEvent(new MessageEvent("message", { data: new Uint8Array(values).buffer }))
  }

  /** True when the device has sent its whole script. */
  get isSpent(): boolean {
    return this.#isSpent
  }

  #next(): void {
    const message = this.#left.shift()
    if (message !== undefined) queueMicrotask(() => this.say(message))
    this.#isSpent ||= this.#left.length === 0
  }

  send(data: unknown): void {
    if (data instanceof Uint8Array && data.join() === ASKS_FOR_DOT.join()) this.#giveDot()
    else if (typeof data !== "string") this.#next()
    else if (this.answers) this.dispatchEvent(new MessageEvent("message", { data: data.replace("ping", "pong") }))
  }

  #giveDot(): void {
    asked += 1
    if (this.givesDots) queueMicrotask(() => this.say(DOT))
  }

  close(): void {
    if (this.readyState === WebSocket.CLOSED) return
    this.readyState = WebSocket.CLOSED
    queueMicrotask(() => this.dispatchEvent(new CloseEvent("close", { code: 1006 })))
  }
}

const settings = { audio: false, quality: "sharp", keys: true, pointer: true, pans: false, room: null } as const

const play = (...script: readonly (readonly number[])[]): ViewerNews[] => {
  Played.script = script
  vi.stubGlobal("WebSocket", Played)
  const place = document.createElement("div")
  document.body.replaceChildren(place)
  const news: ViewerNews[] = []
  asked = 0
  started = startViewer(place, settings, (each) => news.push(each))
  started.connect("ws://127.0.0.1:1/viewer/x", [])
  return news
}

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  document.body.replaceChildren()
})

test.each<readonly [string, readonly (readonly number[])[], StreamEnd]>([
  [
    "no security type, for a reason of the agent",
    [VERSION, [0, ...because(refusalText("no-vnc", "It is none."))]],
    "vncNone",
  ],
  ["no security type, in words of another server", [VERSION, [0, ...because("Too many failures")]], "refused"],
  [
    "a refusal after the security type",
    [VERSION, [1, 1], [...u32(1), ...because(refusalText("password", "No."))]],
    "vncPassword",
  ],
])(
  "[SCREEN-3][AGENT-3] %s: the page learns why, once, and later that its computer is back",
  async (_what, script, reason) => {
    const news = play(...script)
    await until(() => news.some(({ type }) => type === "ended"))
    // Waits until noVNC has finished its own steps at the end.
    await new Promise((done) => setTimeout(done))
    latest?.dispatchEvent(new MessageEvent("message", { data: '{"type":"host","awake":true}' }))
    expect(latest?.readyState).toBe(WebSocket.OPEN)
    expect(news.filter(({ type }) => ["opened", "ended", "host", "closed"].includes(type))).toEqual([
      { type: "opened" },
      { type: "ended", reason },
      { type: "host", awake: true },
    ])
    started?.stop()
    await until(() => latest?.readyState === WebSocket.CLOSED)
  },
)

test.each<readonly [string, readonly (readonly number[])[], StreamEnd]>([
  ["an unknown security type alone", [VERSION, [1, 99]], "junk"],
  ["an answer of HTTP", [text("HTTP/1.1 400 Bad Request\r\n\r\n")], "junk"],
  ["a version that is none", [text("RFB 9.9.9.9.\n")], "junk"],
  [
    "a screen without an end",
    [VERSION, ...SCREEN.slice(0, 2), [...u16(65_535), ...u16(65_535), ...COLOURS, ...u32(0)]],
    "screenTooLarge",
  ],
])("[SCREEN-3][AGENT-3] %s: the page learns why, once", async (_what, script, reason) => {
  const news = play(...script)
  await until(() => news.some(({ type }) => type === "closed"))
  expect(news.filter(({ type }) => type === "ended")).toEqual([{ type: "ended", reason }])
})

test.each<readonly [string, () => void]>([
  ["junk", () => latest?.say([77, 77, 77, 77])],
  ["the end of the socket", () => latest?.close()],
])("[SCREEN-4][SCREEN-7] a person who was typing into a picture that ends by %s stays in it", async (_what, end) => {
  const news = play(VERSION, ...SCREEN)
  await until(() => news.some(({ type }) => type === "size"))
  latest?.say(DOT)
  await until(() => news.some(({ type }) => type === "picture"))
  const canvas = document.querySelector("canvas")
  canvas?.focus()
  expect(document.activeElement).toBe(canvas)
  end()
  await until(() => news.some(({ type }) => type === "ended" || type === "closed"))
  await Promise.resolve()
  expect(document.activeElement).toBe(canvas)
  await until(() => news.some(({ type }) => type === "closed"))
  await Promise.resolve()
  expect([canvas?.isConnected, document.activeElement]).toEqual([true, canvas])
})

test("[SCREEN-3] a socket that goes in the middle is a lost connection, with no reason of the stream", async () => {
  const news = play(VERSION, ...SCREEN)
  await until(() => news.some(({ type }) => type === "size"))
  latest?.close()
  await until(() => news.some(({ type }) => type === "closed"))
  expect(news.filter(({ type }) => type === "ended")).toEqual([])
})

test("[AGENT-3] a server that changes its size in the middle is followed, and its stream goes on", async () => {
  const news = play(VERSION, ...SCREEN)
  await until(() => news.some(({ type }) => type === "size"))
  const resized = (width: number, height: number) => [
    0,
    0,
    ...u16(1),
    ...u32(0),
    ...u16(width),
    ...u16(height),
    ...u32(-223),
  ]
  for (const [width, height] of [
    [1_024, 768],
    [1, 1],
    [320, 240],
  ] as const)
    latest?.say(resized(width, height))
  const sizes = () => news.flatMap((each) => (each.type === "size" ? [`${each.width}x${each.height}`] : []))
  await until(() => sizes().length >= 4)
  expect(sizes()).toEqual(["64x32", "1024x768", "1x1", "320x240"])
  expect(news.filter(({ type }) => type === "ended")).toEqual([])
})

test("[SCREEN-7][SCREEN-8] a picture that comes after its stream has ended shows nothing, and the stream stays ended", async () => {
  const news = play(VERSION, ...SCREEN)
  await until(() => news.some(({ type }) => type === "size"))
  latest?.dispatchEvent(new MessageEvent("message", { data: '{"type":"error","reason":"ended"}' }))
  latest?.say(PICTURE)
  latest?.dispatchEvent(new MessageEvent("message", { data: '{"type":"host","awake":true}' }))
  await until(() => news.some(({ type }) => type === "host"))
  expect(news.flatMap(({ type }) => (type === "ended" || type === "picture" ? [type] : []))).toEqual(["ended"])
})

test("[SCREEN-7][AGENT-3] a picture that another connection brings takes the keys that the one before had", async () => {
  const before = play(VERSION, ...SCREEN)
  const viewer = started
  await until(() => before.some(({ type }) => type === "size"))
  viewer?.focus()
  const [old] = document.querySelectorAll("canvas")
  expect(document.activeElement).toBe(old)
  latest?.close()
  await until(() => before.some(({ type }) => type === "closed"))
  viewer?.connect("ws://127.0.0.1:1/viewer/y", [])
  await until(() => before.filter(({ type }) => type === "size").length === 2)
  latest?.say([0, 0, ...u16(1), ...u32(0), ...u16(1), ...u16(1), ...u32(0), 255, 0, 0, 0])
  await until(() => before.some(({ type }) => type === "picture"))
  expect(document.activeElement?.tagName).toBe("CANVAS")
  expect(document.activeElement).not.toBe(old)
})

const STALLED_MS = 30_000
const SECOND = 1_000
/** Holds the tab's clock of one second until the test lets time pass. */
const holdClock = () => vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] })
/** Like `until`, and works while the clock is held. */
const settled = async (check: () => boolean) => {
  while (!check()) await new Promise((done) => setTimeout(done))
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const endsIn = (news: readonly ViewerNews[]) => news.filter(({ type }) => type === "ended")
const STALLED = [{ type: "ended", reason: "stalled" }]

/** The beginning of an update of so many raw rectangles over the whole screen. `PIXELS` are the bytes of one. */
const raw = (rectangles: number) => [0, 0, ...u16(rectangles), ...u32(0), ...u16(64), ...u16(32), ...u32(0)]
const PIXELS = Array.from({ length: 64 * 32 * 4 }, () => 7)
const PICTURE = [...raw(1), ...PIXELS]
/** An update that only changes the shape of the pointer (-239), and so is no picture. */
const CURSOR = [0, 0, ...u16(1), ...u32(0), ...u16(0), ...u16(0), ...u32(0x1_0000_0000 - 239)]
const BELL = [2]
const FENCE = [248, 0, 0, 0, ...u32(0x8000_0001), 0]
/** A text of so many bytes that the device has copied. Only `sent` of them arrive. */
const copied = (length: number, sent: number) => [
  3,
  0,
  0,
  0,
  ...u32(length),
  ...Array.from({ length: sent }, () => 0x61),
]

const untilOpen = (news: readonly ViewerNews[]) => settled(() => news.some(({ type }) => type === "size"))
const isClosed = (news: readonly ViewerNews[]) => news.some(({ type }) => type === "closed")

test.each<readonly [string, readonly (readonly number[])[]]>([
  ["nothing at all", []],
  ["no more than its version", [VERSION]],
  ["a kind of sign-in whose question has no answer", [VERSION, [1, 2], Array.from({ length: 16 }, () => 1)]],
  ["no more than half of its greeting", [VERSION, ...SCREEN.slice(0, 2), u16(64)]],
])("[SCREEN-3] a device that sends %s is given up after 30 seconds", async (_what, script) => {
  holdClock()
  const news = play(...script)
  await settled(() => latest?.isSpent === true)
  await pass(STALLED_MS - SECOND)
  expect(endsIn(news)).toEqual([])
  await pass(SECOND)
  expect(endsIn(news)).toEqual(STALLED)
  await settled(() => isClosed(news))
  expect(endsIn(news)).toEqual(STALLED)
})

test.each<readonly [string, readonly (readonly number[])[], readonly number[]]>([
  ["never a picture", [], []],
  ["bells and fences alone", [], [...BELL, ...FENCE]],
  ["empty updates alone", [], [0, 0, ...u16(0)]],
  ["shapes of the pointer alone", [], CURSOR],
  ["the head of its first update alone", [raw(1).slice(0, 7)], []],
  ["half of its first picture", [[...raw(1), ...PIXELS.slice(0, 4_000)]], []],
  ["half of a further picture", [PICTURE, [...raw(1), ...PIXELS.slice(0, 4_000)]], []],
  ["a rectangle too few", [PICTURE, [...raw(2), ...PIXELS]], []],
  ["half of a text", [PICTURE, copied(2_000, 900)], []],
  ["a picture a byte at a time", [raw(1)], [7]],
])("[SCREEN-3] a screen that gives %s is given up after 30 seconds", async (_what, sent, eachSecond) => {
  holdClock()
  const news = play(VERSION, ...SCREEN)
  await untilOpen(news)
  for (const message of sent) latest?.say(message)
  for (let second = 1; second < STALLED_MS / SECOND; second += 1) {
    await pass(SECOND)
    if (eachSecond.length > 0) latest?.say(eachSecond)
  }
  expect(endsIn(news)).toEqual([])
  // The tab notices the first messages at its next tick, a second later.
  await pass(2 * SECOND)
  await settled(() => isClosed(news))
  expect(endsIn(news)).toEqual(STALLED)
})

test("[SCREEN-3] an image that no browser can draw, with all behind it held up, is given up after 30 seconds", async () => {
  holdClock()
  const news = play(VERSION, ...SCREEN)
  await untilOpen(news)
  /** A Tight rectangle with 5 bytes as JPEG, which are not an image. */
  const broken = [0, 0, ...u16(1), ...u32(0), ...u16(64), ...u16(32), ...u32(7), 0x90, 5, 1, 2, 3, 4, 5]
  latest?.say(broken)
  for (let second = 0; second <= STALLED_MS / SECOND; second += 1) {
    latest?.say(PICTURE)
    await pass(SECOND)
  }
  expect(endsIn(news)).toEqual(STALLED)
})

test("[SCREEN-3][AGENT-3] a stream whose end the device has announced keeps its socket, for news of its computer", async () => {
  holdClock()
  const news = play(VERSION, ...SCREEN)
  await untilOpen(news)
  latest?.dispatchEvent(new MessageEvent("message", { data: '{"type":"error","reason":"ended"}' }))
  await pass(2 * STALLED_MS)
  latest?.dispatchEvent(new MessageEvent("message", { data: '{"type":"host","awake":true}' }))
  await settled(() => news.some(({ type }) => type === "host"))
  expect(endsIn(news)).toEqual([{ type: "ended", reason: "ended" }])
  expect(isClosed(news)).toBe(false)
})

test("[SCREEN-3] a screen on which nothing changes is never given up, and neither is a picture over a slow line", async () => {
  holdClock()
  const news = play(VERSION, ...SCREEN)
  await untilOpen(news)
  const STEP = 64
  latest?.say(raw(1))
  for (let at = 0; at < PIXELS.length; at += STEP) {
    await pass(SECOND)
    latest?.say(PIXELS.slice(at, at + STEP))
  }
  await settled(() => news.some(({ type }) => type === "picture"))
  await pass(3 * STALLED_MS)
  latest?.say([...BELL, ...CURSOR])
  await pass(3 * STALLED_MS)
  latest?.say(PICTURE)
  // Small messages, of which a part is always missing at the tick.
  for (let second = 0; second < 2 * (STALLED_MS / SECOND); second += 1) {
    latest?.say(FENCE.slice(0, 3))
    await pass(SECOND)
    latest?.say(FENCE.slice(3))
  }
  await pass(3 * STALLED_MS)
  expect(endsIn(news)).toEqual([])
})

test("[SCREEN-7] a picture is as old as the last answer behind which nothing of it was due, however long nothing changes", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "Date"] })
  const news = play(VERSION, ...SCREEN)
  await untilOpen(news)
  if (latest === undefined) throw new Error("nothing is connected")
  const playing = latest
  /** The age of the picture, in seconds. */
  const age = () => Math.round((Date.now() - (news.findLast((each) => each.type === "picture")?.at ?? 0)) / SECOND)
  playing.answers = true
  await pass(5 * SECOND)
  expect(news.some(({ type }) => type === "picture")).toBe(false)
  playing.say(PICTURE)
  await settled(() => news.some(({ type }) => type === "picture"))
  for (let second = 0; second < 90; second += 1) await pass(SECOND)
  expect(age()).toBeLessThanOrEqual(1)
  // Half of another picture has arrived.
  playing.say([...raw(1), ...PIXELS.slice(0, 4_000)])
  await pass(10 * SECOND)
  expect(age()).toBeGreaterThanOrEqual(10)
  playing.say(PIXELS.slice(4_000))
  await settled(() => age() <= 1)
  playing.answers = false
  playing.givesDots = false
  await pass(10 * SECOND)
  expect(age()).toBeGreaterThanOrEqual(10)
  playing.answers = true
  // The device answers pings but no update requests, so the picture may be old.
  await pass(4 * SECOND)
  expect(age()).toBeGreaterThanOrEqual(14)
  playing.say(DOT)
  await pass(SECOND)
  expect(age()).toBeLessThanOrEqual(1)
  // The stream has ended, but its session goes on.
  playing.dispatchEvent(new MessageEvent("message", { data: '{"type":"error","reason":"ended"}' }))
  await pass(10 * SECOND)
  expect(age()).toBeGreaterThanOrEqual(10)
})

test("[SCREEN-3][AGENT-3] a screen that answers no more is said not to answer, then given up, while its device still answers", async () => {
  holdClock()
  const news = play(VERSION, ...SCREEN)
  await untilOpen(news)
  if (latest === undefined) throw new Error("nothing is connected")
  const playing = latest
  playing.answers = true
  playing.say(PICTURE)
  await pass(60 * SECOND)
  const said = () => news.filter(({ type }) => type === "unanswered" || type === "ended")
  expect([said(), asked > 10]).toEqual([[], true])
  playing.givesDots = false
  await pass(10 * SECOND)
  expect(said().every(({ type }) => type === "unanswered")).toBe(true)
  const before = said().length
  expect(before).toBeGreaterThan(0)
  // The stream goes on, because any message counts as an answer.
  playing.say(BELL)
  playing.givesDots = true
  await pass(20 * SECOND)
  expect(said()).toHaveLength(before)
  playing.givesDots = false
  await pass(20 * SECOND)
  expect(endsIn(news)).toEqual(STALLED)
})

test("[SCREEN-7] a dot that was asked for is no frame, and no picture of the key that was pressed", async () => {
  holdClock()
  const news = play(VERSION, ...SCREEN)
  await untilOpen(news)
  latest?.say(PICTURE)
  await pass(2 * SECOND)
  const from = news.length
  started?.press([0x61])
  await pass(20 * SECOND)
  expect(asked).toBeGreaterThan(3)
  const later = news.slice(from)
  expect(later.filter(({ type }) => type === "latency")).toEqual([])
  expect(later.flatMap((each) => (each.type === "figures" ? [each.framesPerSecond] : []))).not.toContain(1)
})
