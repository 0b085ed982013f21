import { once } from "node:events"
import { afterAll, beforeAll, expect, test } from "vitest"
import { createAppServer } from "../../emulator/node/app.ts"
import { localSettings } from "../../emulator/node/settings.ts"
import { rawStatus } from "./server.ts"

const access = { url: "ws://127.0.0.1:4175", token: "token-of-this-start" }
const app = createAppServer("built", new Promise<void>(() => {}))
let url = ""

beforeAll(async () => {
  app.server.listen(0, "127.0.0.1")
  await once(app.server, "listening")
  const address = app.server.address()
  url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`
  // The server gives settings before pages, because there may be no built app here.
  await app.open(localSettings("http://127.0.0.1:4174", access.url), access).catch(() => {})
})
afterAll(() => {
  app.server.close()
  app.server.closeAllConnections()
})

test("[SEC-2] the app's own pages read the bridge's token, and no cache keeps it", async () => {
  const response = await fetch(`${url}/bridge.json`)
  expect(await response.json()).toEqual(access)
  expect(response.headers.get("cache-control")).toBe("no-store")
  expect(response.headers.get("cross-origin-resource-policy")).toBe("same-origin")
  expect(response.headers.get("access-control-allow-origin")).toBeNull()
  expect(response.headers.get("x-content-type-options")).toBe("nosniff")
})

test("[SEC-2] the settings that a service worker keeps hold no token", async () => {
  const text = await (await fetch(`${url}/config.json`)).text()
  expect(JSON.parse(text)).toMatchObject({ bridge: { url: access.url } })
  expect(text).not.toContain(access.token)
})

test.each([
  ["another origin", { origin: "http://evil.example" }],
  ["a page of another port", { origin: "http://127.0.0.1:4999", "sec-fetch-site": "same-site" }],
  ["a script of another site", { "sec-fetch-site": "cross-site" }],
  ["a sandboxed page", { origin: "null" }],
  ["a rebound Host", { host: "evil.example" }],
])("[SEC-2] %s does not get the bridge's token", async (_, headers) => {
  expect(await rawStatus(url, "GET", "/bridge.json", { host: new URL(url).host, ...headers })).toBe(403)
})

test("[SEC-2] the token is given to nothing but a reading", async () => {
  const host = new URL(url).host
  for (const method of ["POST", "OPTIONS", "PUT"])
    expect(await rawStatus(url, method, "/bridge.json", { host })).toBe(405)
})
