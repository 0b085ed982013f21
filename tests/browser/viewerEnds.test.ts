import { afterEach, expect, test, vi } from "vitest"
import { startViewer, type Viewer, type ViewerNews } from "../../src/adapters/viewer/viewer.ts"
import { refusalText, type StreamEnd } from "../../src/domain/wire/rfb/streamEnds.ts"
import { until } from "./screenDesk.tsx"

/** How a stream ends that noVNC itself gives up, as the page learns it: the whole viewer against a socket that a test plays. */

const u16 = (value: number): readonly number[] => [value >> 8, value & 0xff]
const u32 = (value: number): readonly number[] => [...u16(value >>> 16), ...u16(value & 0xffff)]
const text = (value: string): readonly number[] => [...new TextEncoder().encode(value)]

const VERSION = text("RFB 003.008\n")
const COLOURS = [32, 24, 0, 1, ...u16(255), ...u16(255), ...u16(255), 16, 8, 0, 0, 0, 0]
/** None is offered and accepted; a screen of 64 x 32. */
const SCREEN = [
  [1, 1],
  [0, 0, 0, 0],
  [...u16(64), ...u16(32), ...COLOURS, ...u32(4), ...text("test")],
]
const because = (reason: string) => [...u32(text(reason).length), ...text(reason)]

let latest: Played | undefined
let started: Viewer | undefined

/** Says the first message at once, and each further one when noVNC has sent something. */
class Played extends EventTarget {
  static script: readonly (readonly number[])[] = []
  static readonly OPEN = WebSocket.OPEN
  binaryType: BinaryType = "arraybuffer"
  readyState: WebSocket["readyState"] = WebSocket.OPEN
  readonly #left = [...Played.script]

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

  #next(): void {
    const message = this.#left.shift()
    if (message !== undefined) queueMicrotask(() => this.say(message))
  }

  send(data: unknown): void {
    if (typeof data !== "string") this.#next()
  }

  close(): void {
    if (this.readyState === WebSocket.CLOSED) return
    this.readyState = WebSocket.CLOSED
    queueMicrotask(() => this.dispatchEvent(new CloseEvent("close", { code: 1006 })))
  }
}

const settings = { audio: false, quality: "sharp", keys: true, pointer: true, pans: false } as const

const play = (...script: readonly (readonly number[])[]): ViewerNews[] => {
  Played.script = script
  vi.stubGlobal("WebSocket", Played)
  const place = document.createElement("div")
  document.body.replaceChildren(place)
  const news: ViewerNews[] = []
  started = startViewer(place, settings, (each) => news.push(each))
  started.connect("ws://127.0.0.1:1/viewer/x", [])
  return news
}

afterEach(() => {
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
