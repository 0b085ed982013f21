import { afterAll, beforeAll, expect, test } from "vitest"
import { BODY_MAX_BYTES } from "../../emulator/node/http.ts"
import { md5 } from "./actors.ts"
import { type RunningEmulation, raw, rawStatus, start, TOKEN } from "./server.ts"

let running: RunningEmulation
beforeAll(async () => {
  running = await start()
})
afterAll(() => running.close())

const api = (path: string, init: RequestInit): Promise<Response> => fetch(`${running.urls.cloud}${path}`, init)

test("[CALL-1] calls are served to any origin, with the preflight a browser asks for", async () => {
  const headers = { origin: "https://app.example", "access-control-request-method": "POST" }
  const preflight = await api("/api/v2/signin", { method: "OPTIONS", headers })
  expect(preflight.status).toBe(204)
  expect(preflight.headers.get("access-control-allow-origin")).toBe("*")
  expect(preflight.headers.get("access-control-allow-headers")).toContain("content-type")
  const answer = await api("/api/v2/signin", { method: "POST", headers, body: "{}" })
  expect(answer.headers.get("access-control-allow-origin")).toBe("*")
})

test("[EMU-2] every answer closes its connection, so that no browser repeats a POST", async () => {
  for (const path of ["/docs", "/emulator/api/faults", "/firmware/latest.txt"])
    expect([path, (await api(path, {})).headers.get("connection")]).toEqual([path, "close"])
  for (const method of ["POST", "OPTIONS"])
    expect((await api("/api/v2/signin", { method })).headers.get("connection")).toBe("close")
})

test("[EMU-2] a body that does not fit is 400 with the call and the field", async () => {
  const answer = await running.post("rename_device", { uid: "u", token: "t", did: 5, title: "x" })
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({ status: -1, error: expect.stringMatching(/^rename_device: .*did/) })
})

test("[EMU-2] what is no JSON, too large or no call is a clear error", async () => {
  const noJson = await running.post("signin", "{")
  expect([noJson.status, await noJson.json()]).toEqual([400, { status: -1, error: "signin: the body is not JSON" }])
  const large = await running.post("signin", "x".repeat(BODY_MAX_BYTES + 1))
  expect(large.status).toBe(413)
  const unknown = await api("/api/v2/nothing", { method: "POST", body: "{}" })
  expect([unknown.status, await unknown.json()]).toEqual([404, { status: -1, error: "no call at /api/v2/nothing" }])
  expect((await api("/api/v2/signin", {})).status).toBe(405)
})

test("[EMU-2] __proto__ in a body does nothing", async () => {
  const hash = md5("owner@example.com")
  const body = `{"__proto__":{"email":"${hash}"},"email":"${hash}","password":"${md5("sightline")}"}`
  expect(await (await running.post("signin", body)).json()).toMatchObject({ status: 0, name: "Studio Nord" })
})

test("[SEC-2] a Host that is no loopback name is refused on every server", async () => {
  const { cloud, bridge } = running.urls
  const paths = ["/api/v2/signin", "/emulator/", "/emulator/api/state", "/docs", "/firmware/latest.txt"]
  for (const path of paths) expect(await rawStatus(cloud, "GET", path, { host: "evil.example" })).toBe(403)
  expect(await rawStatus(cloud, "GET", "/docs", { host: "127.0.0.1.evil.example" })).toBe(403)
  expect(await rawStatus(bridge, "POST", "/pairing", { host: "evil.example" })).toBe(403)
  for (const host of ["localhost:1", "127.0.0.1", "[::1]:80"])
    expect(await rawStatus(cloud, "GET", "/docs", { host })).toBe(200)
})

test("[SEC-2] the control API serves no other origin, in whatever way it is asked", async () => {
  const host = new URL(running.urls.cloud).host
  const state = (headers: Record<string, string>) =>
    rawStatus(running.urls.cloud, "GET", "/emulator/api/state", { host, ...headers })
  expect(await state({})).toBe(200)
  expect(await state({ origin: `http://${host}` })).toBe(200)
  expect(await state({ origin: "http://127.0.0.1:4173" })).toBe(403)
  expect(await state({ origin: "null" })).toBe(403)
  expect(await state({ "sec-fetch-site": "cross-site" })).toBe(403)
  expect(await state({ "sec-fetch-site": "same-origin" })).toBe(200)
})

test("[SEC-2][EMU-1] the stack runs the bridge, which opens to its token and to no page of another origin", async () => {
  const { bridge } = running.urls
  const host = new URL(bridge).host
  const ask = (path: string, headers: Record<string, string>) =>
    rawStatus(bridge, "GET", path, { host, connection: "Upgrade", upgrade: "websocket", ...headers })
  const key = { "sec-websocket-key": "c2lnaHRsaW5lLWtleS0xNg==", "sec-websocket-version": "13" }
  const wrong = { "sec-websocket-protocol": "sightline.v1, token.wrong" }
  expect(await ask("/", { ...key, ...wrong })).toBe(401)
  expect(await ask(`/?token=${TOKEN}`, key)).toBe(401)
  const right = { "sec-websocket-protocol": `sightline.v1, token.${TOKEN}` }
  expect(await ask("/", { ...key, ...right, origin: "http://evil.example" })).toBe(403)
  const socket = new WebSocket(bridge, ["sightline.v1", `token.${TOKEN}`])
  const first = await new Promise((resolve) => {
    socket.onmessage = ({ data }) => resolve(JSON.parse(data))
  })
  expect(first).toMatchObject({ type: "hello" })
  socket.close()
})

test("[EMU-4][BRIDGE-4] the bridge's sockets are cut on command, and it takes new ones", async () => {
  const open = () => new WebSocket(running.urls.bridge, ["sightline.v1", `token.${TOKEN}`])
  const received = (socket: WebSocket) => new Promise((resolve) => socket.addEventListener("message", resolve))
  const first = open()
  await received(first)
  const cut = new Promise<number>((resolve) => {
    first.onclose = ({ code }) => resolve(code)
  })
  expect((await running.control("POST", "faults", { fault: "bridge-close" })).status).toBe(201)
  expect(await cut).toBe(1006)
  const second = open()
  await received(second)
  second.close()
})

test("[SEC-2] a request that is no HTTP ends its own connection only", async () => {
  expect(await raw(running.urls.cloud, "no HTTP at all\r\n\r\n")).toContain("400")
  expect((await api("/docs", {})).status).toBe(200)
})
