import { expect, test } from "vitest"
import { OWN_ORIGIN, openPage, refusal, runBridge, TOKEN } from "./running.ts"

test("[SEC-2][BRIDGE-1] an own page with the token gets in, and learns who speaks and what it can do", async () => {
  const { url } = await runBridge()
  const page = await openPage(url, { origin: OWN_ORIGIN })
  expect(page.socket.protocol).toBe("sightline.v1")
  const hello = await page.wait("hello")
  expect(hello).toMatchObject({ version: expect.stringMatching(/^[0-9]+\.[0-9]+\.[0-9]+$/), os: process.platform })
  expect(hello.capabilities).toEqual(expect.arrayContaining(["scan_network", "set_mode", "wake", "fw_begin", "viewer"]))
  expect(page.received[0]).toBe(hello)
  expect((await page.wait("app_version")).version).toBe(hello.version)
})

test("[SEC-2] a program of this machine, which names no origin, is let in with the token alone", async () => {
  const { url } = await runBridge()
  await (await openPage(url)).wait("hello")
})

test.each([
  ["a foreign origin", { origin: "http://evil.example" }, 403],
  ["a foreign origin with a wrong token", { origin: "http://evil.example", token: "x" }, 403],
  ["another port of this machine", { origin: "http://127.0.0.1:4999" }, 403],
  ["a page without an origin of its own", { origin: "null" }, 403],
  ["a rebound Host", { origin: OWN_ORIGIN, host: "evil.example:4175" }, 403],
  ["a Host that begins like this machine", { origin: OWN_ORIGIN, host: "127.0.0.1.evil.example" }, 403],
  ["no token", { origin: OWN_ORIGIN, protocols: ["sightline.v1"] }, 401],
  ["an empty token", { origin: OWN_ORIGIN, protocols: ["sightline.v1", "token."] }, 401],
  ["a wrong token", { origin: OWN_ORIGIN, token: "wrong" }, 401],
  ["a token that begins right", { origin: OWN_ORIGIN, token: TOKEN.slice(0, -1) }, 401],
  ["two tokens", { origin: OWN_ORIGIN, protocols: ["sightline.v1", "token.wrong", `token.${TOKEN}`] }, 401],
  ["no protocol", { origin: OWN_ORIGIN, protocols: [`token.${TOKEN}`] }, 401],
  ["a program with a wrong token", { token: "wrong" }, 401],
])("[SEC-2] %s is refused before the upgrade, without a word", async (_, offered, status) => {
  const { url } = await runBridge()
  const refused = await refusal(url, offered)
  expect(refused).toEqual({ status, headers: { connection: "close", "content-length": "0" } })
})

test("[SEC-2] a token in the address opens nothing", async () => {
  const { url } = await runBridge()
  const offered = { origin: OWN_ORIGIN, protocols: ["sightline.v1"] }
  expect((await refusal(`${url}/?token=${TOKEN}`, offered)).status).toBe(401)
})

test("[SEC-2] an address that is no socket of the bridge is refused", async () => {
  const { url } = await runBridge()
  expect((await refusal(`${url}/viewer/000000000000000000000000`, { origin: OWN_ORIGIN })).status).toBe(404)
})

test("[SEC-2] the token of the start is never answered", async () => {
  const { url } = await runBridge()
  const page = await openPage(url, { origin: OWN_ORIGIN })
  await page.wait("app_version")
  expect(JSON.stringify(page.received)).not.toContain(TOKEN)
})
