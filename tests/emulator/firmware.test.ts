import { createHash } from "node:crypto"
import fc from "fast-check"
import { afterAll, beforeAll, expect, test } from "vitest"
import { parseLatestFirmware } from "../../src/domain/wire/firmware.ts"
import { type RunningEmulation, start } from "./server.ts"

let running: RunningEmulation
let latest: { readonly build: number; readonly hash: string }
let image: Uint8Array

const get = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${running.urls.cloud}/firmware/${path}`, { headers })

beforeAll(async () => {
  running = await start()
  const parsed = parseLatestFirmware(await (await get("latest.txt")).text())
  if (!parsed.ok) throw new Error(parsed.reason)
  latest = parsed.value
  image = await (await get(`${latest.build}.bin`)).bytes()
})
afterAll(() => running.close())

test("[EMU-2] the text names the latest build and the MD5 of its image, for any origin", async () => {
  expect(createHash("md5").update(image).digest("hex")).toBe(latest.hash)
  const answer = await get("latest.txt")
  expect(await answer.text()).toBe(`${latest.build}|${latest.hash}`)
  expect(answer.headers.get("access-control-allow-origin")).toBe("*")
  expect(answer.headers.get("cache-control")).toBe("no-store")
})

test("[EMU-2] any byte range of the image is served, so that a download can go on where it stopped", async () => {
  const size = image.byteLength
  await fc.assert(
    fc.asyncProperty(fc.nat(size - 1), fc.nat(100_000), async (from, length) => {
      const to = Math.min(size - 1, from + length)
      const answer = await get(`${latest.build}.bin`, { range: `bytes=${from}-${to}` })
      expect(answer.status).toBe(206)
      expect(answer.headers.get("content-range")).toBe(`bytes ${from}-${to}/${size}`)
      expect(Buffer.compare(await answer.bytes(), image.subarray(from, to + 1))).toBe(0)
    }),
    { numRuns: 25 },
  )
})

test("[EMU-2] open, suffix, outside and changed ranges are answered as HTTP says", async () => {
  const size = image.byteLength
  const ask = async (range: string, condition: Record<string, string> = {}) => {
    const answer = await get(`${latest.build}.bin`, { range, ...condition })
    return [answer.status, (await answer.bytes()).byteLength]
  }
  expect(await ask(`bytes=${size - 10}-`)).toEqual([206, 10])
  expect(await ask("bytes=-7")).toEqual([206, 7])
  expect(await ask(`bytes=${size}-`)).toEqual([416, 0])
  expect(await ask("lines=1-2")).toEqual([200, size])
  expect(await ask("bytes=0-1", { "if-range": `"${latest.hash}"` })).toEqual([206, 2])
  expect(await ask("bytes=0-1", { "if-range": '"older"' })).toEqual([200, size])
})

test("[EMU-2] images differ by build, and what is no build is not there", async () => {
  const other = await (await get("240918112030.bin")).bytes()
  expect(Buffer.compare(other, image)).not.toBe(0)
  for (const path of ["0.bin", "abc.bin", "1.bin/x", "nothing.txt"]) expect((await get(path)).status).toBe(404)
})

test("[EMU-4] an image stalls halfway on its way, and a second request gets the rest", async () => {
  const order = { fault: "stall-firmware", stage: "download", percent: 50 }
  expect((await running.control("POST", "faults", order)).status).toBe(201)
  const stopped = new AbortController()
  const answer = await fetch(`${running.urls.cloud}/firmware/${latest.build}.bin`, { signal: stopped.signal })
  expect(answer.headers.get("content-length")).toBe(String(image.byteLength))
  const half = Math.floor(image.byteLength / 2)
  let come = 0
  for await (const part of answer.body ?? []) {
    come += part.byteLength
    if (come === half) break
  }
  stopped.abort()
  expect(come).toBe(half)
  const rest = await get(`${latest.build}.bin`, { range: `bytes=${half}-` })
  expect(Buffer.compare(await rest.bytes(), image.subarray(half))).toBe(0)
})

test("[EMU-4] an image is corrupted on its way, once, and no device is named by that", async () => {
  const order = { fault: "corrupt-firmware", stage: "download", percent: 100, match: { did: "of no image" } }
  await running.control("POST", "faults", order)
  const spoilt = await (await get(`${latest.build}.bin`)).bytes()
  expect(spoilt.byteLength).toBe(image.byteLength)
  expect(Buffer.compare(spoilt, image)).not.toBe(0)
  expect(Buffer.compare(await (await get(`${latest.build}.bin`)).bytes(), image)).toBe(0)
  const cut = await running.control("POST", "faults", { fault: "power-cut", stage: "download" })
  expect([cut.status, await cut.json()]).toEqual([400, { error: expect.stringContaining("download") }])
})

test("[EMU-4] what happens to a file of firmware happens to that file alone, and is used up", async () => {
  const orderAt = (path: string, fault: string, more: object = {}) =>
    running.control("POST", "faults", { match: { path: `/firmware/${path}` }, fault, ...more })
  const textOf = async () => (await get("latest.txt")).text()
  const whole = await textOf()
  await orderAt("latest.txt", "http-500")
  expect((await get(`${latest.build}.bin`)).status).toBe(200)
  expect((await get("latest.txt")).status).toBe(500)
  await orderAt("latest.txt", "http-html")
  expect(await textOf()).toContain("<h1>")
  await orderAt("latest.txt", "wrong-shape")
  expect(parseLatestFirmware(await textOf()).ok).toBe(false)
  await orderAt("latest.txt", "truncate")
  expect(await textOf()).toBe(whole.slice(0, Math.ceil(whole.length / 2)))
  for (const lost of ["drop-request", "drop-reply"]) {
    await orderAt("latest.txt", lost)
    await expect(get("latest.txt")).rejects.toThrow()
  }
  await orderAt(`${latest.build}.bin`, "truncate")
  expect((await (await get(`${latest.build}.bin`)).bytes()).byteLength).toBe(Math.ceil(image.byteLength / 2))
  expect(await textOf()).toBe(whole)
})

test("[EMU-4] a fault of every call is none of a file, and what cannot happen to a file is refused", async () => {
  await running.control("POST", "faults", { fault: "http-500" })
  expect((await get("latest.txt")).status).toBe(200)
  await running.control("DELETE", "faults")
  const file = { match: { path: "/firmware/latest.txt" } }
  for (const fault of ["status:-100", "expire-session", "duplicate", "vanish"]) {
    const refused = await running.control("POST", "faults", { ...file, fault })
    expect([refused.status, await refused.json()]).toEqual([400, { error: expect.stringContaining(fault) }])
  }
  expect((await running.control("POST", "faults", { match: { path: "/firmware/x" }, fault: "delay" })).status).toBe(400)
})
