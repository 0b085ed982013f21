import { mkdirSync, mkdtempSync, readdirSync, writeFileSync } from "node:fs"
import type { Server } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { serveFiles } from "../../emulator/node/appFiles.ts"
import { createLoopbackServer } from "../../emulator/node/http.ts"
import { callNames, calls } from "../../src/domain/wire/cloud.ts"
import { type RunningEmulation, raw, start } from "./server.ts"

let running: RunningEmulation
let files: Server
let app = ""

beforeAll(async () => {
  running = await start()
  const root = mkdtempSync(join(tmpdir(), "sightline-app-"))
  writeFileSync(join(root, "..", "sightline-outside.txt"), "outside")
  mkdirSync(join(root, "assets"))
  writeFileSync(join(root, "index.html"), "<!doctype html><title>the app</title>")
  writeFileSync(join(root, "sw.js"), "// worker")
  writeFileSync(join(root, "assets", "main-B7x_9aQz.js"), "export {}")
  writeFileSync(join(root, ".hidden"), "hidden")
  files = createLoopbackServer(serveFiles(root))
  await new Promise<void>((resolve) => files.listen(0, "127.0.0.1", resolve))
  const address = files.address()
  app = typeof address === "object" && address !== null ? `http://127.0.0.1:${address.port}` : ""
})
afterAll(async () => {
  files.close()
  files.closeAllConnections()
  await running.close()
})

test("[EMU-1] any route of the app gets its page, a missing file does not", async () => {
  for (const path of ["/", "/devices", "/a/b/c?x=1"])
    expect(await (await fetch(app + path)).text()).toContain("the app")
  expect((await fetch(`${app}/assets/old-12345678.js`)).status).toBe(404)
})

test("[EMU-1][SUB-7] the link of an invitation says what to do where there is no app to lead to", async () => {
  const answer = await fetch(`${running.urls.cloud}/invitation`)
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"])
  expect(await answer.text()).toContain("Accept invitation")
})

test("[SEC-1] every answer carries the policy, and only the app may frame itself", async () => {
  for (const path of ["/", "/assets/main-B7x_9aQz.js", "/missing.js"]) {
    const { headers } = await fetch(app + path)
    const policy = headers.get("content-security-policy") ?? ""
    expect(policy).toContain("frame-ancestors 'self'")
    expect(policy).not.toContain("unsafe-inline")
    expect(policy).not.toContain("'unsafe-eval'")
    expect(headers.get("x-content-type-options")).toBe("nosniff")
  }
})

test("[EMU-1] what has a hash in its name is kept for good, the rest is asked for again", async () => {
  const cache = async (path: string) => (await fetch(app + path)).headers.get("cache-control")
  expect(await cache("/assets/main-B7x_9aQz.js")).toContain("immutable")
  expect([await cache("/"), await cache("/sw.js"), await cache("/devices")]).toEqual(Array(3).fill("no-cache"))
  const { headers } = await fetch(`${app}/sw.js`)
  expect(headers.get("content-type")).toContain("text/javascript")
  const again = await fetch(`${app}/sw.js`, { headers: { "if-none-match": headers.get("etag") ?? "" } })
  expect(again.status).toBe(304)
})

test("[SEC-2] no path leads out of the app's folder", async () => {
  const ways = ["/../sightline-outside.txt", "/%2e%2e/sightline-outside.txt", "/..%2fsightline-outside.txt"]
  for (const way of [...ways, "/assets/..\\..\\sightline-outside.txt", "/.hidden", "/%00", "//evil.example/x", "/%"]) {
    const host = new URL(app).host
    const answer = await raw(app, `GET ${way} HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`)
    expect(answer).not.toContain("outside")
    expect(answer).not.toMatch(/\r\n\r\nhidden/)
  }
})

test("[EMU-6][SEC-1] the console is a page with a strict policy and no inline script", async () => {
  const page = await fetch(running.urls.console)
  const policy = page.headers.get("content-security-policy") ?? ""
  expect(policy).toContain("default-src 'none'")
  expect(policy).not.toContain("unsafe")
  const html = await page.text()
  const sources = [...html.matchAll(/<script([^>]*)>([^<]*)</g)].map(([, traits, inside]) => [traits, inside])
  expect(sources).toEqual([[expect.stringContaining("src="), ""]])
  for (const name of [
    ...readdirSync(new URL("../../emulator/console", import.meta.url)).filter((name) => name.endsWith(".ts")),
    "tokens.css",
    "fonts.css",
    "console.css",
    "controls.css",
    "tables.css",
  ]) {
    const file = await fetch(new URL(name, running.urls.console))
    expect([name, file.status]).toEqual([name, 200])
    if (name.endsWith(".ts")) expect(file.headers.get("content-type")).toBe("text/javascript")
  }
})

test("[CALL-1] the API document names every call, its path and its statuses", async () => {
  const openApi = await (await fetch(`${running.urls.cloud}/docs/openapi.json`)).json()
  expect(Object.keys(openApi.paths)).toEqual(callNames.map((call) => calls[call].path))
  const page = await (await fetch(`${running.urls.cloud}/docs`)).text()
  for (const call of callNames) expect(page).toContain(`id="${call}"`)
  for (const status of [-100, -101, -102, -103, -104, -106, -107, -109, -110, -111])
    expect(page).toContain(`>${status}<`)
})

test("[EMU-4] the API document describes every fault and says how often one acts", async () => {
  const page = await (await fetch(`${running.urls.cloud}/docs`)).text()
  const names = await (await running.control("GET", "fault-names")).json()
  for (const name of names) expect(page).toContain(name)
  expect(page).toContain("Without times a fault acts once")
})
