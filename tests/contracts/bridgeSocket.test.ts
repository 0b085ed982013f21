import { once } from "node:events"
import { createServer } from "node:net"
import { Effect } from "effect"
import { NEVER, Subject } from "rxjs"
import { expect, onTestFinished, test, vi } from "vitest"
import { type WebSocket, WebSocketServer } from "ws"
import { type Access, findAccess, whyNot } from "../../src/adapters/bridge/access.ts"
import { type SocketSettings, socketTransport } from "../../src/adapters/bridge/socket.ts"
import { type BridgeMessage, parseBridgeMessage } from "../../src/domain/wire/bridge.ts"
import { runBridge, TOKEN } from "../bridge/running.ts"
import { bridgeContract, listenTo } from "./bridge.contract.ts"

const placeAt = (access: Access | null, changes: Partial<SocketSettings> = {}): SocketSettings => ({
  find: async () => access,
  isOwn: true,
  whyNot: async () => ({ state: "away" }),
  whyNoWay: async () => ({ state: "away" }),
  signsOfLife: NEVER,
  paired: NEVER,
  ...changes,
})

/** A socket with the test at the other end, without the unrequested messages of the real bridge. */
const played = async () => {
  const server = new WebSocketServer({ host: "127.0.0.1", port: 0, handleProtocols: () => "sightline.v1" })
  await once(server, "listening")
  const received: BridgeMessage[] = []
  const open = new Set<WebSocket>()
  server.on("connection", (socket) => {
    open.add(socket)
    socket.send('{"type":"hello","version":"1.0.0","os":"linux","capabilities":[]}')
    socket.on("message", (data) => {
      const message = parseBridgeMessage(data.toString())
      if (message.ok) received.push(message.value)
    })
    socket.on("close", () => open.delete(socket))
  })
  onTestFinished(() => {
    for (const socket of open) socket.terminate()
    server.close()
  })
  const address = server.address()
  const port = typeof address === "object" && address !== null ? address.port : 0
  return {
    transport: socketTransport(placeAt({ url: `ws://127.0.0.1:${port}`, token: "t" })),
    say: (text: string) => {
      for (const socket of open) socket.send(text)
    },
    received: () => received,
    cut: () => {
      for (const socket of open) socket.terminate()
    },
  }
}

bridgeContract("socket", played)

const PATIENCE = { timeout: 60_000 }

test("[BRIDGE-2] the real bridge says hello over the socket and follows what it is sent", async () => {
  const { url, bridge } = await runBridge()
  const { service, links, messages } = listenTo(socketTransport(placeAt({ url, token: TOKEN })))
  await expect.poll(() => links.at(-1), PATIENCE).toMatchObject({ state: "connected", version: "0.1.0" })
  await Effect.runPromise(service.send({ type: "scan_network", targets: ["127.0.9.1"] }))
  await expect
    .poll(() => messages.filter(({ type }) => type === "scan_progress").at(-1), PATIENCE)
    .toMatchObject({ ended: true })
  bridge.dropPages()
  await expect.poll(() => links.map(({ state }) => state), PATIENCE).toEqual(["connected", "away", "connected"])
})

test.each([
  ["says nothing", []],
  ["speaks another language", ["hi", "{}"]],
  ["answers before it greets", ['{"type":"pong"}']],
])("[BRIDGE-4] what takes the connection and %s is no bridge, and is away", async (_title, texts) => {
  const server = new WebSocketServer({ host: "127.0.0.1", port: 0, handleProtocols: () => "sightline.v1" })
  await once(server, "listening")
  onTestFinished(() => {
    vi.useRealTimers()
    for (const socket of server.clients) socket.terminate()
    server.close()
  })
  const address = server.address()
  const port = typeof address === "object" && address !== null ? address.port : 0
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
  const said = once(server, "connection").then(([socket]) => {
    // From then on it reads nothing, not even a close frame.
    for (const text of texts) socket.send(text)
    socket.pause()
  })
  // A peer that accepted the token is not asked for a reason, which might be wrong.
  const whyNot: SocketSettings["whyNot"] = async () => ({ state: "refused", why: "access" })
  const settings = placeAt({ url: `ws://127.0.0.1:${port}`, token: "t" }, { whyNot })
  const { links, junk, messages } = listenTo(socketTransport(settings))
  await said
  await expect.poll(() => junk.length + messages.length, PATIENCE).toBe(texts.length)
  vi.advanceTimersByTime(5_000)
  await expect.poll(() => links.map(({ state }) => state), { timeout: 3_000 }).toEqual(["away"])
})

const QUICK = { quietMs: 100, answerMs: 200 }

/** A bridge whose sockets stay open. It says hello, and the test handles each frame. */
const isAnswered = async (capabilities: readonly string[], answer: (socket: WebSocket, type: string) => void) => {
  const server = new WebSocketServer({ host: "127.0.0.1", port: 0, handleProtocols: () => "sightline.v1" })
  await once(server, "listening")
  const opened: number[] = []
  server.on("connection", (socket) => {
    opened.push(performance.now())
    socket.send(JSON.stringify({ type: "hello", version: "1.0.0", os: "linux", capabilities }))
    socket.on("message", (data) => {
      const message = parseBridgeMessage(data.toString())
      if (message.ok) answer(socket, message.value.type)
    })
  })
  onTestFinished(() => {
    for (const socket of server.clients) socket.terminate()
    server.close()
  })
  const address = server.address()
  const port = typeof address === "object" && address !== null ? address.port : 0
  return { transport: socketTransport(placeAt({ url: `ws://127.0.0.1:${port}`, token: "t" })), opened }
}

test("[BRIDGE-4] a bridge that offers pings and hangs is away, and is tried again with growing waits", async () => {
  const { transport, opened } = await isAnswered(["ping"], () => undefined)
  const { links } = listenTo(transport, QUICK)
  await expect.poll(() => opened.length, PATIENCE).toBe(4)
  expect(links.slice(0, 4).map(({ state }) => state)).toEqual(["connected", "away", "connected", "away"])
  const waits = opened.slice(1).map((at, index) => at - (opened[index] ?? 0))
  expect(waits[2]).toBeGreaterThan(waits[0] ?? 0)
})

test("[BRIDGE-4] a bridge that hangs is away soon after whatever it was asked, and not only when it was quiet", async () => {
  const got: string[] = []
  const { transport } = await isAnswered(["ping", "wake"], (_socket, type) => got.push(type))
  const { service, links } = listenTo(transport, { quietMs: 60_000, answerMs: 200 })
  await expect.poll(() => links.map(({ state }) => state), PATIENCE).toEqual(["connected"])
  for (const id of ["d1", "d2", "d3"]) await Effect.runPromise(service.send({ type: "wake", id, mac: "" }))
  await expect.poll(() => links.map(({ state }) => state), PATIENCE).toContain("away")
  // Several pending requests share one ping: a bridge accepts only a limited number of frames from a page.
  expect(got).toEqual(["wake", "ping", "wake", "wake"])
})

test("[BRIDGE-4] a bridge that answers pings, with junk among it, stays connected", async () => {
  let pings = 0
  const { transport } = await isAnswered(["ping"], (socket, type) => {
    if (type === "ping") pings += 1
    socket.send("{")
    socket.send('{"type":"pong"}')
  })
  const { links } = listenTo(transport, QUICK)
  await expect.poll(() => pings, PATIENCE).toBeGreaterThan(8)
  expect(links.map(({ state }) => state)).toEqual(["connected"])
})

test("[BRIDGE-4] a bridge that answers pings with junk alone is away", async () => {
  const { transport } = await isAnswered(["ping"], (socket) => socket.send("{"))
  const { links } = listenTo(transport, QUICK)
  await expect.poll(() => links.map(({ state }) => state), PATIENCE).toContain("away")
})

test("[BRIDGE-4] the real bridge answers pings", async () => {
  const { url } = await runBridge()
  const { links, messages } = listenTo(socketTransport(placeAt({ url, token: TOKEN })), {
    quietMs: 50,
    answerMs: 5_000,
  })
  await expect.poll(() => messages.filter(({ type }) => type === "pong").length, PATIENCE).toBeGreaterThan(2)
  expect(links.map(({ state }) => state)).toEqual(["connected"])
})

test("[SEC-4] a page that leaves comes back as another one, to which nothing is open", async () => {
  const { url } = await runBridge()
  const { service, links } = listenTo(socketTransport(placeAt({ url, token: TOKEN })))
  await expect.poll(() => links.at(-1), PATIENCE).toMatchObject({ state: "connected" })
  await Effect.runPromise(service.leave)
  await expect.poll(() => links.map(({ state }) => state), PATIENCE).toEqual(["connected", "away", "connected"])
})

test("[BRIDGE-4] a page sends nothing while the bridge is away, and sees its refusal", async () => {
  const { url } = await runBridge()
  const refused = placeAt({ url, token: "wrong" }, { whyNot: async () => ({ state: "refused", why: "access" }) })
  const { service, links } = listenTo(socketTransport(refused))
  await expect.poll(() => links, PATIENCE).toEqual([{ state: "refused", why: "access" }])
  expect(await Effect.runPromise(Effect.flip(service.send({ type: "cancel_scan" })))).toMatchObject({ reason: "away" })
})

test("[BRIDGE-5] a page without a way to a bridge waits for pairing, and connects at once then", async () => {
  const { url } = await runBridge()
  let access: Access | null = null
  const paired = new Subject<void>()
  const place = placeAt(null, { find: async () => access, isOwn: false, paired })
  const { links } = listenTo(socketTransport(place))
  await expect.poll(() => links, PATIENCE).toEqual([{ state: "none" }])
  access = { url, token: TOKEN }
  paired.next()
  await expect.poll(() => links.at(-1)?.state, PATIENCE).toBe("connected")
})

test("[BRIDGE-4][BRIDGE-5] a bridge that answers a page without a token wants to be paired, and is not away", async () => {
  const { url } = await runBridge()
  const { links } = listenTo(socketTransport(placeAt(null, { whyNoWay: () => whyNot({ url }) })))
  await expect.poll(() => links[0], PATIENCE).toEqual({ state: "refused", why: "access" })
})

test("[BRIDGE-4] a server that takes a question and never answers holds up no attempt to come back", async () => {
  const server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  server.on("connection", (socket) => onTestFinished(() => void socket.destroy()))
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("no port")
  const silent = `127.0.0.1:${address.port}`
  const fetchFrom = fetch
  vi.stubGlobal("fetch", (path: string, asked: RequestInit) => fetchFrom(new URL(path, `http://${silent}`), asked))
  const timeout = AbortSignal.timeout.bind(AbortSignal)
  const limits = vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => timeout(ms / 100))
  onTestFinished(() => {
    vi.unstubAllGlobals()
    limits.mockRestore()
    server.close()
  })
  expect(await whyNot({ url: `ws://${silent}` })).toEqual({ state: "away" })
  expect(await findAccess("ws://own.example")).toBeNull()
  expect(limits.mock.calls.every(([ms]) => ms <= 5_000)).toBe(true)
})
