import { Effect } from "effect"
import { expect, test } from "vitest"
import { type Host, hostAround, type NativeWindow } from "../../src/adapters/bridge/host.ts"
import { webviewTransport } from "../../src/adapters/bridge/webview.ts"
import { type BridgeMessage, parseBridgeMessage } from "../../src/domain/wire/bridge.ts"
import { bridgeContract, listenTo } from "./bridge.contract.ts"

/** Pages whose window plays the native side of a desktop program, in each form of such windows. */

const hostIn = (page: NativeWindow): Host => {
  const host = hostAround(page)
  if (host === null) throw new Error("this window has a native side")
  return host
}
const transportIn = (page: NativeWindow) => webviewTransport(hostIn(page))

type Hear = (event: { readonly data: unknown }) => void

/** Collects the posts of the page, as objects or as text. */
const collecting = () => {
  const posted: unknown[] = []
  const messages = (): readonly BridgeMessage[] =>
    posted.flatMap((message) => {
      const read = parseBridgeMessage(typeof message === "string" ? message : JSON.stringify(message))
      return read.ok ? [read.value] : []
    })
  /** Without the greeting with which each page begins. */
  const received = () => messages().filter(({ type }) => type !== "ready")
  return { posted, messages, received, postMessage: (message: unknown) => void posted.push(message) }
}

const webView2 = (options: { readonly app?: NativeWindow["sightlineApp"] } = {}) => {
  const collected = collecting()
  const hears = new Set<Hear>()
  const webview = {
    postMessage: collected.postMessage,
    addEventListener: (_type: "message", hear: Hear) => void hears.add(hear),
    removeEventListener: (_type: "message", hear: Hear) => void hears.delete(hear),
  }
  const page: NativeWindow = { chrome: { webview }, sightlineApp: options.app }
  const say = (text: string) => {
    // WebView2 delivers JSON as an object.
    for (const hear of hears) hear({ data: JSON.parse(text) })
  }
  return { ...collected, page, say }
}

const webKit = () => {
  const collected = collecting()
  const page: NativeWindow = { webkit: { messageHandlers: { sightline: { postMessage: collected.postMessage } } } }
  return { ...collected, page, say: (text: string) => page.sightlineReceive?.(text) }
}

const HOOKS = ["ready", "connect_device", "auth_device", "update_fw", "wake", "scan_network"]

const hooked = (names: readonly string[] = HOOKS) => {
  const collected = collecting()
  const hook = (type: string) => (body: object) => collected.postMessage({ type, ...body })
  const page: NativeWindow = { sightlineHooks: Object.fromEntries(names.map((name) => [name, hook(name)])) }
  return { ...collected, page, say: (text: string) => page.sightlineReceive?.(text) }
}

const shapes = { WebView2: webView2, WebKit: webKit, "function hooks": hooked }

for (const [name, open] of Object.entries(shapes))
  bridgeContract(name, async () => {
    const { page, say, received } = open()
    return { transport: transportIn(page), say, received }
  })

const WAKE = { type: "wake", id: "d", mac: "" } as const
const HELLO = { type: "hello", version: "9.9.9", os: "darwin", app: true, capabilities: ["wake"] }

test.each(Object.entries(shapes))(
  "[BRIDGE-6] %s: the page says that it listens, once, and again to whom it listens later",
  (_, open) => {
    const { page, messages } = open()
    const host = hostIn(page)
    expect(messages()).toEqual([{ type: "ready" }])
    host.listen(() => undefined)()
    expect(messages()).toEqual([{ type: "ready" }])
    host.listen(() => undefined)
    expect(messages()).toEqual([{ type: "ready" }, { type: "ready" }])
    expect(hostIn(page)).toBe(host)
  },
)

test.each(Object.entries(shapes))("[BRIDGE-6] %s: a listener first gets what was said before it", (_, open) => {
  const { page, say } = open()
  const host = hostIn(page)
  say('{"type":"app_version","version":"1.2.3"}')
  say('{"type":"linux_tips","flags":1}')
  const received: unknown[] = []
  host.listen((message) => received.push(JSON.parse(message)))
  say('{"type":"linux_tips","flags":2}')
  expect(received).toEqual([
    { type: "app_version", version: "1.2.3" },
    { type: "linux_tips", flags: 1 },
    { type: "linux_tips", flags: 2 },
  ])
})

test("[BRIDGE-6] messages from before the app's load come first", () => {
  const { page } = webKit()
  const early = { messages: [{ type: "app_version", version: "1" }], stop: () => undefined }
  const host = hostIn({ ...page, sightlineEarly: early })
  const received: string[] = []
  host.listen((message) => received.push(message))
  expect(received).toEqual(['{"type":"app_version","version":"1"}'])
  expect(early.messages).toEqual([])
})

test.each(Object.entries(shapes))(
  "[DESK-4] %s: the page is the app of a program that greets, on the system that it names",
  (_, open) => {
    const { page, say } = open()
    const host = hostIn(page)
    const words: unknown[] = []
    host.onWord((word) => words.push(word))
    say(JSON.stringify(HELLO))
    say(JSON.stringify(HELLO))
    expect(host.word()).toEqual({ isApp: true, os: "mac" })
    expect(words).toHaveLength(1)
    say(JSON.stringify({ ...HELLO, app: false, os: "plan9" }))
    expect(host.word()).toEqual({ isApp: false, os: null })
  },
)

test("[DESK-4] a port that any program gives makes no app, until the program speaks; names of our own do", async () => {
  const { page, say } = webView2()
  const host = hostIn(page)
  const first = host.firstWord()
  expect(host.word().isApp).toBe(false)
  say('"junk"')
  say('{"junk":true}')
  expect(host.word().isApp).toBe(false)
  say('{"type":"linux_tips","flags":0}')
  expect(host.word().isApp).toBe(true)
  expect(await first).toEqual({ isApp: true, os: null })
  expect((await hostIn(webView2().page).firstWord()).isApp).toBe(false)
  expect(hostIn(webKit().page).word().isApp).toBe(true)
  expect(hostIn(hooked().page).word().isApp).toBe(true)
})

test("[BRIDGE-2] functions of a shell come before the port that shells on Windows show too", () => {
  const own = hooked()
  const port = webView2()
  const host = hostIn({ ...own.page, chrome: port.page.chrome })
  expect(host.post({ type: "auth_device", password: "1" })).toBe("sent")
  expect(own.received()).toEqual([{ type: "auth_device", password: "1" }])
  expect(port.posted).toEqual([])
})

test("[BRIDGE-2] messages are text for a program that says so, else objects", () => {
  const asText = webView2({ app: { messages: "text" } })
  hostIn(asText.page)
  expect(asText.posted).toEqual(['{"type":"ready"}'])
  const asObjects = webView2({ app: { messages: 7 } })
  hostIn(asObjects.page)
  expect(asObjects.posted).toEqual([{ type: "ready" }])
})

test.each(Object.entries(shapes))("[BRIDGE-7] %s: what the greeting did not offer is not sent", async (_, open) => {
  const { page, say, received } = open()
  const { service, links } = listenTo(transportIn(page))
  await expect.poll(() => links.at(-1)?.state).toBe("connected")
  const failure = await Effect.runPromise(Effect.flip(service.send(WAKE)))
  expect(failure).toMatchObject({ reason: "unsupported" })
  expect(received()).toEqual([])
  say(JSON.stringify(HELLO))
  await expect.poll(() => links.at(-1)).toMatchObject({ capabilities: ["wake"] })
  await Effect.runPromise(service.send(WAKE))
  const left = await Effect.runPromise(Effect.flip(service.send({ type: "disconnect_device", id: "d" })))
  expect(left).toMatchObject({ reason: "unsupported" })
  expect(received()).toEqual([WAKE])
})

test.each(Object.entries({ ...shapes, "function hooks": () => hooked([...HOOKS, "fw_chunk"]) }))(
  "[FW-7] %s: a chunk is a message with its bytes as base64",
  async (_, open) => {
    const { page, received } = open()
    const { service } = listenTo(transportIn(page))
    const bytes = Uint8Array.from({ length: 20_000 }, (_unused, index) => index % 251)
    const head = { type: "fw_chunk", id: "d", build: 7, index: 3, md5: "0".repeat(32) } as const
    await Effect.runPromise(service.sendChunk({ head, bytes: bytes.slice() }))
    expect(received()).toEqual([{ ...head, data: Buffer.from(bytes).toString("base64") }])
  },
)

test("[BRIDGE-2] a browser has no native side around its page, and what a hook is missing for is not sent", async () => {
  expect(hostAround({})).toBeNull()
  expect(hostAround({ chrome: {} })).toBeNull()
  const { service } = listenTo(transportIn({ sightlineHooks: {} }))
  const failure = await Effect.runPromise(Effect.flip(service.send({ type: "cancel_scan" })))
  expect(failure).toMatchObject({ reason: "unsupported" })
})

/** Values that are no message: a program may give its page any value. */
const circle: Record<string, unknown> = {}
circle.self = circle
const values: readonly unknown[] = [
  circle,
  10n,
  { type: "hello", big: 1n },
  undefined,
  null,
  () => "hello",
  Symbol("hello"),
  { toJSON: () => circle },
  {
    get type() {
      throw new Error("no")
    },
  },
  Proxy.revocable({}, {}).proxy,
  [],
  new Map(),
  "\ud800",
  "[".repeat(100_000),
]

test.each(["webkit", "hooks", "early"])(
  "[BRIDGE-1][BRIDGE-7] %s: whatever value a program gives is junk, and the next message is read",
  async (way) => {
    const { page, received } = way === "hooks" ? hooked() : webKit()
    const early = { messages: way === "early" ? [...values] : [], stop: () => undefined }
    const whole: NativeWindow = { ...page, sightlineEarly: early }
    const { service, links, messages, junk } = listenTo(transportIn(whole))
    if (way !== "early") for (const value of values) whole.sightlineReceive?.(value)
    whole.sightlineReceive?.(HELLO)
    whole.sightlineReceive?.({ type: "app_version", version: "1.2.3" })
    await expect.poll(() => messages.map(({ type }) => type)).toContain("app_version")
    expect(links.at(-1)).toMatchObject({ version: "9.9.9" })
    expect(junk).toHaveLength(values.length)
    await Effect.runPromise(service.send(WAKE))
    expect(received()).toEqual([WAKE])
  },
)

test.each(["webkit", "hooks", "port"])(
  "[BRIDGE-4][BRIDGE-7] %s: a program that is gone is away, also in the middle of an upload, and is back once it speaks",
  async (way) => {
    let isGone = false
    const posted: string[] = []
    const take = (message: unknown): void => {
      if (isGone) throw new Error("the window has no such handler")
      posted.push(JSON.stringify(message))
    }
    const pages: Readonly<Record<string, NativeWindow>> = {
      webkit: { webkit: { messageHandlers: { sightline: { postMessage: take } } } },
      hooks: { sightlineHooks: { ready: take, wake: take, fw_chunk: take } },
      port: {
        chrome: {
          webview: { postMessage: take, addEventListener: () => undefined, removeEventListener: () => undefined },
        },
      },
    }
    const page = pages[way] ?? {}
    const { service, links } = listenTo(transportIn(page))
    page.sightlineReceive?.({ ...HELLO, capabilities: ["wake", "fw_chunks"] })
    await expect.poll(() => links.at(-1)).toMatchObject({ state: "connected", version: "9.9.9" })
    const head = { type: "fw_chunk", id: "d", build: 7, index: 0, md5: "0".repeat(32) } as const
    const sendChunk = () => service.sendChunk({ head, bytes: new Uint8Array(4) })
    await Effect.runPromise(sendChunk())
    isGone = true
    expect(await Effect.runPromise(Effect.flip(sendChunk()))).toMatchObject({ reason: "away" })
    expect(links.at(-1)).toEqual({ state: "away" })
    expect(await Effect.runPromise(Effect.flip(service.send(WAKE)))).toMatchObject({ reason: "away" })
    isGone = false
    page.sightlineReceive?.({ ...HELLO, capabilities: ["wake"] })
    await expect.poll(() => links.at(-1)).toMatchObject({ state: "connected", version: "9.9.9" })
    await Effect.runPromise(service.send(WAKE))
    expect(posted.at(-1)).toContain('"mac"')
  },
)

test("[BRIDGE-6] a program that throws when the page greets it leaves the page as it is", async () => {
  const broken = () => {
    throw new Error("not ready")
  }
  const page: NativeWindow = { sightlineHooks: { ready: broken, wake: broken } }
  expect(hostIn(page).word().isApp).toBe(true)
  page.sightlineReceive?.(HELLO)
  expect(hostIn(page).word()).toEqual({ isApp: true, os: "mac" })
})

test("[BRIDGE-2][BRIDGE-7] of two programs around one page the app asks the one with functions, and reads both", async () => {
  const functions = hooked()
  const port = webView2()
  const page: NativeWindow = { ...functions.page, ...port.page }
  const { service, links, junk } = listenTo(transportIn(page))
  page.sightlineReceive?.({ ...HELLO, version: "1.0.0" })
  port.say(JSON.stringify({ ...HELLO, version: "2.0.0" }))
  await expect.poll(() => links.at(-1)).toMatchObject({ state: "connected", version: "2.0.0" })
  await Effect.runPromise(service.send(WAKE))
  expect([functions.received(), port.posted, junk]).toEqual([[WAKE], [], []])
})
