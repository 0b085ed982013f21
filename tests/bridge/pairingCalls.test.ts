import { readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { PAIRING_TRIES } from "../../bridge/limits.ts"
import { OWN_ORIGIN, openPage, type RunningBridge, refusal, runBridge } from "./running.ts"

const FOREIGN = "https://app.example"
const JSON_TYPE = { "content-type": "application/json" }

const post = (running: RunningBridge, path: string, body: object | undefined, origin = FOREIGN) =>
  fetch(`${running.http}${path}`, {
    method: "POST",
    headers: { ...JSON_TYPE, origin },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })

/** The newest code in the terminal. */
const shownCode = ({ lines }: RunningBridge): string =>
  lines.findLast((line) => /^ *[0-9]{6}$/.test(line))?.trim() ?? ""
const otherThan = (code: string): string => (code === "000000" ? "000001" : "000000")

const pair = async (running: RunningBridge, origin = FOREIGN): Promise<string> => {
  expect((await post(running, "/pairing", undefined, origin)).status).toBe(202)
  const response = await post(running, "/pairing/code", { code: shownCode(running) }, origin)
  expect(response.status).toBe(200)
  return (await response.json()).token
}

const fileOf = ({ folder }: RunningBridge): string => join(folder, "bridge-origins.json")

test("[BRIDGE-5] who types the code from the terminal gets a token that opens the socket for its origin alone", async () => {
  const running = await runBridge()
  expect(await refusal(running.url, { origin: FOREIGN })).toMatchObject({ status: 403 })
  const token = await pair(running)
  expect(running.lines.join("\n")).toContain(FOREIGN)
  await (await openPage(running.url, { origin: FOREIGN, token })).wait("hello")
  expect(await refusal(running.url, { origin: FOREIGN })).toMatchObject({ status: 401 })
  expect(await refusal(running.url, { origin: FOREIGN, token: `${token}x` })).toMatchObject({ status: 401 })
  expect(await refusal(running.url, { origin: "https://app.example:8443", token })).toMatchObject({ status: 403 })
  expect(await refusal(running.url, { origin: OWN_ORIGIN, token })).toMatchObject({ status: 401 })
  expect(await refusal(running.url, { token })).toMatchObject({ status: 401 })
})

test("[BRIDGE-5] a wrong code reports how many tries are left, and the next try has to wait", async () => {
  const running = await runBridge()
  await post(running, "/pairing", undefined)
  const code = shownCode(running)
  const wrong = await post(running, "/pairing/code", { code: otherThan(code) })
  expect([wrong.status, await wrong.json()]).toEqual([
    403,
    { error: "wrong_code", tries_left: PAIRING_TRIES - 1, wait_ms: expect.any(Number) },
  ])
  const early = await post(running, "/pairing/code", { code })
  expect([early.status, await early.json()]).toEqual([429, { error: "wait", wait_ms: expect.any(Number) }])
  // Other origins may not ask meanwhile either.
  expect((await post(running, "/pairing", undefined, "https://other.example")).status).toBe(429)
})

test("[BRIDGE-5] nothing is paired that was not asked for, and the code of one origin fits no other", async () => {
  const running = await runBridge()
  expect((await post(running, "/pairing/code", { code: "123456" })).status).toBe(404)
  await post(running, "/pairing", undefined)
  const stolen = await post(running, "/pairing/code", { code: shownCode(running) }, "https://evil.example")
  expect(stolen.status).toBe(404)
})

test.each([
  ["no origin", { ...JSON_TYPE }, 403],
  ["an origin that is none", { ...JSON_TYPE, origin: "null" }, 403],
  ["an origin with a path", { ...JSON_TYPE, origin: "https://app.example/path" }, 403],
  ["a form's type, which needs no preflight", { "content-type": "text/plain", origin: FOREIGN }, 415],
])("[BRIDGE-5] %s shows no code", async (_, headers, status) => {
  const running = await runBridge()
  expect((await fetch(`${running.http}/pairing`, { method: "POST", headers })).status).toBe(status)
  expect(running.lines).toEqual([])
})

test("[BRIDGE-5] a code that is none, or far too much, is refused", async () => {
  const running = await runBridge()
  await post(running, "/pairing", undefined)
  for (const body of [{}, { code: 123456 }, { code: "12345" }, { code: "12345a" }])
    expect((await post(running, "/pairing/code", body)).status).toBe(400)
  expect((await post(running, "/pairing/code", { code: "1".repeat(5_000) })).status).toBe(413)
  expect((await post(running, "/pairing/code", { code: shownCode(running) })).status).toBe(200)
})

test("[BRIDGE-5] the preflight lets the asking origin read, and no other", async () => {
  const { http } = await runBridge()
  const headers = { origin: FOREIGN, "access-control-request-method": "POST" }
  const preflight = await fetch(`${http}/pairing/code`, { method: "OPTIONS", headers })
  expect(preflight.status).toBe(204)
  expect(preflight.headers.get("access-control-allow-origin")).toBe(FOREIGN)
  expect(preflight.headers.get("access-control-allow-private-network")).toBe("true")
  expect((await fetch(`${http}/`, { headers })).status).toBe(404)
})

test("[BRIDGE-5][SEC-2] the file is for its owner alone, and holds no token", async () => {
  const running = await runBridge()
  const token = await pair(running)
  const text = readFileSync(fileOf(running), "utf8")
  expect(text).toContain(FOREIGN)
  expect(text).not.toContain(token)
  if (process.platform !== "win32") expect(statSync(fileOf(running)).mode & 0o777).toBe(0o600)
})

test("[BRIDGE-5] a paired origin outlives the bridge, and the token of the start does not", async () => {
  const first = await runBridge()
  const token = await pair(first)
  const second = await runBridge({ folder: first.folder, token: "token-of-the-next-start" })
  await (await openPage(second.url, { origin: FOREIGN, token })).wait("hello")
  expect(await refusal(second.url, { origin: OWN_ORIGIN })).toMatchObject({ status: 401 })
})

test("[BRIDGE-5] two browsers at one origin are paired side by side", async () => {
  const running = await runBridge()
  const tokens = [await pair(running), await pair(running)]
  for (const token of tokens) await (await openPage(running.url, { origin: FOREIGN, token })).wait("hello")
})

test("[BRIDGE-5] an own page lists and revokes origins, whose sockets end at once", async () => {
  const running = await runBridge()
  const token = await pair(running)
  const foreign = await openPage(running.url, { origin: FOREIGN, token })
  const own = await openPage(running.url, { origin: OWN_ORIGIN })
  own.send({ type: "list_origins" })
  const { origins } = await own.wait("origins")
  expect(origins).toEqual([{ origin: FOREIGN, paired_at: expect.any(Number), used_at: expect.any(Number) }])
  own.send({ type: "revoke_origin", origin: FOREIGN })
  await own.wait("origins", (message) => message.origins.length === 0)
  expect(await foreign.closed).toBe(1008)
  expect(await refusal(running.url, { origin: FOREIGN, token })).toMatchObject({ status: 403 })
})

test("[BRIDGE-5] a paired origin sees and revokes itself alone", async () => {
  const running = await runBridge()
  const other = "https://other.example"
  const token = await pair(running)
  await pair(running, other)
  const page = await openPage(running.url, { origin: FOREIGN, token })
  page.send({ type: "list_origins" })
  expect((await page.wait("origins")).origins.map(({ origin }) => origin)).toEqual([FOREIGN])
  page.send({ type: "revoke_origin", origin: other })
  expect((await page.wait("error")).reason).toBe("not_allowed")
  page.send({ type: "revoke_origin", origin: FOREIGN })
  expect(await page.closed).toBe(1008)
})

test("[BRIDGE-5] an origin that stays in a file which cannot be written is said to stay", async () => {
  const running = await runBridge()
  const token = await pair(running)
  const own = await openPage(running.url, { origin: OWN_ORIGIN })
  // The bridge writes the new file under this name first, and the link leads to a folder that does not exist.
  symlinkSync(join(running.folder, "away", "file"), `${fileOf(running)}.${process.pid}.new`)
  own.send({ type: "revoke_origin", origin: FOREIGN })
  expect(await own.wait("error")).toEqual({ type: "error", reason: "storage_failed", about: "revoke_origin" })
  expect(running.lines).toContainEqual(expect.stringContaining("cannot be written"))
  await (await openPage(running.url, { origin: FOREIGN, token })).wait("hello")
  own.send({ type: "revoke_origin", origin: "https://nobody.example" })
  await own.wait("error", ({ reason }) => reason === "unknown_origin")
})

test("[BRIDGE-5] an origin that another process revokes loses its sockets", async () => {
  const running = await runBridge()
  const token = await pair(running)
  const page = await openPage(running.url, { origin: FOREIGN, token })
  const file = JSON.parse(readFileSync(fileOf(running), "utf8"))
  writeFileSync(fileOf(running), JSON.stringify({ ...file, origins: [] }))
  expect(await page.closed).toBe(1008)
})

test("[BRIDGE-5] a damaged file admits no page, is logged, and the next pairing puts it aside", async () => {
  const running = await runBridge()
  const token = await pair(running)
  writeFileSync(fileOf(running), "{ damaged")
  expect(await refusal(running.url, { origin: FOREIGN, token })).toMatchObject({ status: 403 })
  expect(running.lines).toContainEqual(expect.stringContaining("damaged"))
  const again = await pair(running)
  await (await openPage(running.url, { origin: FOREIGN, token: again })).wait("hello")
  expect(readFileSync(`${fileOf(running)}.damaged`, "utf8")).toBe("{ damaged")
})
