import { createHash } from "node:crypto"
import { once } from "node:events"
import { existsSync, readdirSync } from "node:fs"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { join } from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { createFilling } from "../../bridge/firmware/filling.ts"
import { type Images, type ImageWriting, openImages } from "../../bridge/firmware/images.ts"
import { createProgressBoard } from "../../bridge/firmware/progress.ts"
import { DEVICE_CHUNK_BYTES, DOWNLOAD_SILENCE_MS, UPDATE_SILENCE_MS } from "../../bridge/limits.ts"
import type { BridgeOptions } from "../../bridge/options.ts"
import type { BridgeCallback } from "../../src/domain/wire/bridge.ts"
import { encodeChunk } from "../../src/domain/wire/firmwareChunk.ts"
import { type FakeDevice, startDevice } from "./fakeDevice.ts"
import { newFolder } from "./files.ts"
import { find } from "./found.ts"
import { openPage, runBridge, type TestPage } from "./running.ts"

const md5 = (bytes: Uint8Array): string => createHash("md5").update(bytes).digest("hex")

const BUILD = 251_231_120_000
const IMAGE = new Uint8Array(3 * DEVICE_CHUNK_BYTES + 777).map((_, at) => (at * 31) % 251)
const HASH = md5(IMAGE)
const PAGE_CHUNK = 100_000
const PAGE_CHUNKS = Math.ceil(IMAGE.length / PAGE_CHUNK)

/** A device that installs its image: it checks the whole, goes away, and returns with the new build. */
const installing = (device: FakeDevice): void => {
  device.on = (message, reply) => {
    if (message.type !== "fw_commit") return false
    reply({ type: "done", n: message.n })
    for (const stage of ["verifying", "installing"] as const)
      for (const percent of [0, 50, 100]) reply({ type: "fw_progress", stage, percent })
    reply({ type: "bye", reason: "update" })
    device.build = BUILD
    for (const socket of device.sessions) socket.end()
    return true
  }
}

const imageOf = ({ chunks }: FakeDevice): Buffer => {
  const byIndex = new Map(chunks.map(({ index, bytes }) => [index, bytes]))
  return Buffer.concat([...byIndex].sort(([a], [b]) => a - b).map(([, bytes]) => bytes))
}

const start = async (options: Partial<BridgeOptions> = {}) => {
  const running = await runBridge(options)
  const device = await startDevice({ build: 1 })
  installing(device)
  const page = await openPage(running.url)
  await find(page, device)
  return { running, device, page }
}

const sendChunk = (page: TestPage, id: string, index: number, changes: { md5?: string } = {}): void => {
  const bytes = IMAGE.slice(index * PAGE_CHUNK, (index + 1) * PAGE_CHUNK)
  page.socket.send(
    encodeChunk({ head: { type: "fw_chunk", id, build: BUILD, index, md5: md5(bytes), ...changes }, bytes }),
  )
}
const begin = (page: TestPage, id: string, hash = HASH): void =>
  page.send({ type: "fw_begin", id, build: BUILD, hash, size: IMAGE.length, chunk: PAGE_CHUNK })
/** Sends the whole image once the bridge has named the first chunk. */
const fill = async (page: TestPage, id: string): Promise<void> => {
  begin(page, id)
  const { next } = await page.wait("fw_have", (message) => message.id === id)
  for (let index = next; index < PAGE_CHUNKS; index += 1) sendChunk(page, id, index)
}
const completed = (page: TestPage, id: string) => page.wait("fw_progress", (one) => one.id === id && one.state === 3)

const progress = (page: TestPage, id: string) => page.of("fw_progress").filter((one) => one.id === id)

/** Neither a state nor the percent of one ever goes back. */
const expectForward = (steps: readonly Extract<BridgeCallback, { type: "fw_progress" }>[]): void => {
  const order = steps.map(({ state, percent }) => state * 1_000 + percent)
  expect(order).toEqual([...order].sort((a, b) => a - b))
}

test("[FW-7] the chunks of a page reach the device as the image they were, through every state", async () => {
  const { device, page } = await start()
  begin(page, device.id)
  expect((await page.wait("fw_have")).next).toBe(0)
  for (let index = 0; index < PAGE_CHUNKS; index += 1) sendChunk(page, device.id, index)
  await completed(page, device.id)
  expect(md5(imageOf(device))).toBe(HASH)
  const steps = progress(page, device.id)
  expect(new Set(steps.map(({ state }) => state))).toEqual(new Set([0, 1, 2, 3]))
  expectForward(steps)
  expect(page.of("fw_have").map(({ next }) => next)).toEqual(Array.from({ length: PAGE_CHUNKS + 1 }, (_, next) => next))
})

test("[SEC-5] a device that has another key after its restart ends the update, and a person is asked", async () => {
  const { device, page } = await start()
  const install = device.on
  let offered = ""
  device.on = (message, reply) => {
    if (message.type === "fw_commit") offered = device.newKey()
    return install(message, reply)
  }
  await fill(page, device.id)
  await page.wait("fw_progress", ({ state, error }) => state === -1 && error === "key_changed")
  const question = { reason: "key_changed", about: "fw_begin", id: device.id, known: device.fingerprint, offered }
  expect(page.of("error")).toMatchObject([question])
})

test("[FW-7] nothing reaches the device before the whole image has come, and never one whose hash is wrong", async () => {
  const { device, page } = await start()
  begin(page, device.id, "0".repeat(32))
  await page.wait("fw_have")
  for (let index = 0; index < PAGE_CHUNKS; index += 1) sendChunk(page, device.id, index)
  await page.wait("fw_progress", ({ state, error }) => state === -1 && error === "wrong_hash")
  expect(device.chunks).toEqual([])
  expect(device.received.filter(({ type }) => type === "fw_begin")).toEqual([])
})

test("[FW-7] a chunk whose checksum is wrong is refused, and wanted again", async () => {
  const { device, page } = await start()
  begin(page, device.id)
  await page.wait("fw_have")
  sendChunk(page, device.id, 0, { md5: "0".repeat(32) })
  await page.wait("error", ({ reason, about }) => reason === "wrong_hash" && about === "fw_chunk")
  await expect.poll(() => page.of("fw_have").map(({ next }) => next)).toEqual([0, 0])
  for (let index = 0; index < PAGE_CHUNKS; index += 1) sendChunk(page, device.id, index)
  await completed(page, device.id)
  expect(md5(imageOf(device))).toBe(HASH)
})

test("[FW-7][BRIDGE-4] after a lost socket the page goes on at the last good chunk, also with a bridge that was started again", async () => {
  const { running, device, page } = await start()
  begin(page, device.id)
  await page.wait("fw_have")
  for (let index = 0; index < 2; index += 1) sendChunk(page, device.id, index)
  await page.wait("fw_have", ({ next }) => next === 2)
  await running.bridge.close()
  const next = await runBridge({ folder: running.folder })
  const again = await openPage(next.url)
  await find(again, device)
  begin(again, device.id)
  expect((await again.wait("fw_have")).next).toBe(2)
  for (let index = 2; index < PAGE_CHUNKS; index += 1) sendChunk(again, device.id, index)
  await completed(again, device.id)
  expect(md5(imageOf(device))).toBe(HASH)
})

test("[FW-7] a second device gets the image that is here, without a chunk of the page", async () => {
  const { device, page } = await start()
  await fill(page, device.id)
  await completed(page, device.id)
  const other = await startDevice({ build: 1 })
  installing(other)
  await find(page, other)
  begin(page, other.id)
  expect(await page.wait("fw_have", ({ id }) => id === other.id)).toMatchObject({ next: PAGE_CHUNKS })
  await completed(page, other.id)
  expect(md5(imageOf(other))).toBe(HASH)
})

/** Loses the connection once, after two chunks. Returns the function that tells if it did. */
const cutOnce = (device: FakeDevice): (() => boolean) => {
  let isCut = false
  device.onChunk = () => {
    if (isCut || device.have < 2) return false
    isCut = true
    for (const socket of device.sessions) socket.destroy()
    return true
  }
  return () => isCut
}

test("[FW-7] a device that vanishes in the middle goes on at the chunk it wants next", async () => {
  const { device, page } = await start()
  const isCut = cutOnce(device)
  await fill(page, device.id)
  await completed(page, device.id)
  expect(isCut()).toBe(true)
  expect(md5(imageOf(device))).toBe(HASH)
  expect(device.chunks.filter(({ index }) => index < 2)).toHaveLength(2)
  expectForward(progress(page, device.id))
})

test("[FW-7] a wrong passcode that another client gives in the middle ends no update", async () => {
  const { device, page } = await start()
  device.passcode = "1234"
  let denied = 0
  const install = device.on
  device.on = (message, reply) => {
    if (message.type !== "auth" || device.chunks.length === 0 || denied > 0) return install(message, reply)
    denied += 1
    reply({ type: "denied", code: "too-early", nonce: "0".repeat(32), wait_ms: 1 })
    return true
  }
  const isCut = cutOnce(device)
  begin(page, device.id)
  await page.wait("auth_device")
  page.send({ type: "auth_device", password: "1234" })
  await fill(page, device.id)
  await completed(page, device.id)
  expect({ cut: isCut(), denied }).toEqual({ cut: true, denied: 1 })
})

test("[FW-7] a chunk that was spoilt on the way to the device is sent again", async () => {
  const { device, page } = await start()
  let spoilt = 0
  device.onChunk = (chunk, reply) => {
    if (chunk.index !== 1 || spoilt > 0) return false
    spoilt += 1
    reply({ type: "error", code: "bad-chunk", message: "", next: device.have })
    return true
  }
  await fill(page, device.id)
  await completed(page, device.id)
  expect(spoilt).toBe(1)
  expect(md5(imageOf(device))).toBe(HASH)
})

test("[FW-7] a device that keeps nothing of the image says why, and the update ends", async () => {
  const { device, page } = await start()
  device.on = (message, reply) => {
    if (message.type !== "fw_commit") return false
    reply({ type: "error", n: message.n, code: "wrong-hash", message: "" })
    return true
  }
  await fill(page, device.id)
  await page.wait("fw_progress", ({ state, error }) => state === -1 && error === "wrong_hash")
})

test("[FW-7] a device that finds the whole image wrong says why, and is not asked again", async () => {
  const { device, page } = await start()
  device.on = (message, reply) => {
    if (message.type !== "fw_commit") return false
    reply({ type: "done", n: message.n })
    reply({ type: "fw_progress", stage: "verifying", percent: 50 })
    reply({ type: "error", code: "wrong-hash", message: "" })
    return true
  }
  await fill(page, device.id)
  await page.wait("fw_progress", ({ state, error }) => state === -1 && error === "wrong_hash")
  expect(device.received.filter(({ type }) => type === "fw_commit")).toHaveLength(1)
})

test("[FW-3] an update is not completed before the device says the new build", async () => {
  const { device, page } = await start()
  let restarts = 0
  device.on = (message, reply) => {
    if (message.type !== "fw_commit") return false
    restarts += 1
    reply({ type: "done", n: message.n })
    reply({ type: "bye", reason: "update" })
    // The new slot does not start the first time, so the old build returns.
    if (restarts > 1) device.build = BUILD
    for (const socket of device.sessions) socket.end()
    return true
  }
  await fill(page, device.id)
  await completed(page, device.id)
  expect(restarts).toBe(2)
})

test("[FW-4] a page that comes in the middle of an update gets its progress", async () => {
  const { running, device, page } = await start()
  device.onChunk = () => true
  await fill(page, device.id)
  await page.wait("fw_progress", ({ state }) => state === 1)
  const other = await openPage(running.url)
  expect(await other.wait("fw_progress")).toMatchObject({ id: device.id, state: 1 })
  // A page that missed progress is shown the current state. The bridge does not enter the device again, which may be
  // restarting.
  const steps = progress(other, device.id).length
  const received = device.received.length
  device.passcode = "2468"
  begin(other, device.id)
  await other.wait("error", ({ reason }) => reason === "busy")
  await other.wait("fw_progress", () => progress(other, device.id).length > steps)
  expect(progress(other, device.id).at(-1)).toMatchObject({ state: 1 })
  expect([other.of("auth_device"), device.received.length]).toEqual([[], received])
})

interface Provider {
  readonly firmwareUrl: string
  readonly ranges: (string | undefined)[]
  serve: (request: IncomingMessage, response: ServerResponse) => void
}

const serveImage = (request: IncomingMessage, response: ServerResponse, end = IMAGE.length): void => {
  const from = Number(/^bytes=([0-9]+)-$/.exec(request.headers.range ?? "")?.[1] ?? 0)
  const headers = {
    "content-length": IMAGE.length - from,
    "content-range": `bytes ${from}-${IMAGE.length - 1}/${IMAGE.length}`,
  }
  response.writeHead(request.headers.range === undefined ? 200 : 206, headers)
  response.write(IMAGE.subarray(from, end), () => {
    if (end < IMAGE.length) response.destroy()
    else response.end()
  })
}

const startProvider = async (): Promise<Provider> => {
  const ranges: Provider["ranges"] = []
  const server = createServer((request, response) => {
    if (request.url === "/firmware/latest.txt") return response.end(`${BUILD}|${HASH}\n`)
    ranges.push(request.headers.range)
    return provider.serve(request, response)
  })
  onTestFinished(() => void server.close())
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  const port = typeof address === "object" ? address?.port : ""
  const provider: Provider = { firmwareUrl: `http://127.0.0.1:${port}/firmware/latest.txt`, ranges, serve: serveImage }
  return provider
}

const update = (page: TestPage, id: string, hash = HASH): void =>
  page.send({ type: "update_fw", id, is_online_device: false, build: BUILD, hash })

test("[FW-1][BRIDGE-1] the bridge passes on the provider's latest firmware", async () => {
  const { firmwareUrl } = await startProvider()
  const { page } = await start({ firmwareUrl })
  expect(await page.wait("latest_firmware")).toEqual({ type: "latest_firmware", build: BUILD, hash: HASH })
})

test("[FW-5] the bridge downloads the image itself and brings it to the device", async () => {
  const { firmwareUrl } = await startProvider()
  const { device, page } = await start({ firmwareUrl })
  update(page, device.id)
  await completed(page, device.id)
  expect(md5(imageOf(device))).toBe(HASH)
  expectForward(progress(page, device.id))
})

test("[FW-5] a download that was cut goes on where it stopped", async () => {
  const provider = await startProvider()
  const { device, page } = await start({ firmwareUrl: provider.firmwareUrl })
  provider.serve = (request, response) =>
    serveImage(request, response, request.headers.range === undefined ? 200_000 : undefined)
  update(page, device.id)
  await completed(page, device.id)
  expect(provider.ranges[0]).toBeUndefined()
  expect(provider.ranges[1]).toMatch(/^bytes=[1-9][0-9]*-$/)
  expect(md5(imageOf(device))).toBe(HASH)
})

test("[FW-5] a server without ranges is asked for all of it again", async () => {
  const provider = await startProvider()
  const { device, page } = await start({ firmwareUrl: provider.firmwareUrl })
  provider.serve = (_, response) => {
    const isFirst = provider.ranges.length === 1
    response.writeHead(200, { "content-length": IMAGE.length })
    response.write(isFirst ? IMAGE.subarray(0, 200_000) : IMAGE, () => (isFirst ? response.destroy() : response.end()))
  }
  update(page, device.id)
  await completed(page, device.id)
  expect(md5(imageOf(device))).toBe(HASH)
})

test("[FW-5] an image with another hash than the announced one reaches no device, and is not kept", async () => {
  const { firmwareUrl } = await startProvider()
  const { running, device, page } = await start({ firmwareUrl })
  update(page, device.id, "f".repeat(32))
  await page.wait("fw_progress", ({ state, error }) => state === -1 && error === "wrong_hash")
  expect(device.chunks).toEqual([])
  const kept = join(running.folder, "firmware")
  expect(existsSync(kept) ? readdirSync(kept).filter((name) => name.endsWith(".bin")) : []).toEqual([])
})

test("[FW-5] two devices are updated from one download", async () => {
  const provider = await startProvider()
  const { device, page } = await start({ firmwareUrl: provider.firmwareUrl })
  const other = await startDevice({ build: 1 })
  installing(other)
  await find(page, other)
  update(page, device.id)
  update(page, other.id)
  await Promise.all([completed(page, device.id), completed(page, other.id)])
  expect(provider.ranges).toHaveLength(1)
})

test("[FW-5] a device with a passcode is asked for before anything is downloaded", async () => {
  const provider = await startProvider()
  const { device, page } = await start({ firmwareUrl: provider.firmwareUrl })
  device.passcode = "1234"
  update(page, device.id)
  await page.wait("auth_device")
  expect(provider.ranges).toEqual([])
  page.send({ type: "auth_device", password: "1234" })
  await completed(page, device.id)
})

test("[FW-5][BRIDGE-1] a download ends with the bridge, before its silence would end it", async () => {
  const provider = await startProvider()
  const { running, device, page } = await start({ firmwareUrl: provider.firmwareUrl })
  let isCut = false
  provider.serve = (_, response) => {
    response.on("close", () => {
      isCut = true
    })
    response.writeHead(200, { "content-length": IMAGE.length })
    response.write(IMAGE.subarray(0, 1_000))
  }
  update(page, device.id)
  await expect.poll(() => provider.ranges.length).toBe(1)
  await running.bridge.close()
  await expect.poll(() => isCut, { timeout: DOWNLOAD_SILENCE_MS / 2 }).toBe(true)
})

test("[FW-7][BRIDGE-1] an upload ends with the bridge, before its silence would end it", async () => {
  const { running, device, page } = await start()
  device.onChunk = () => true
  await fill(page, device.id)
  await expect.poll(() => device.chunks.length).toBeGreaterThan(0)
  await running.bridge.close()
  await expect.poll(() => device.sessions.size, { timeout: UPDATE_SILENCE_MS / 6 }).toBe(0)
})

test("[FW-5] without a provider nothing is downloaded", async () => {
  const { device, page } = await start()
  update(page, device.id)
  await page.wait("fw_progress", ({ state, error }) => state === -1 && error === "download_failed")
})

/** The chunks that one page sends into this store, and the progress that the bridge reports. */
const openFilling = (images: Images) => {
  const gone = new AbortController()
  const progress = createProgressBoard(() => {})
  const page = { gone: gone.signal, send: () => {}, fail: () => {} }
  const filling = createFilling(page, images, { progress, start: () => true, isUnderWay: () => false })
  const begin = (id: string, hash = HASH): Promise<void> => {
    const message = { type: "fw_begin", id, build: BUILD, hash, size: IMAGE.length, chunk: PAGE_CHUNK } as const
    const at = { did: id, endpoint: { address: "127.0.0.1", port: 1 } }
    return filling.begin(message, { id, at, passcode: undefined, build: BUILD, hash })
  }
  return { filling, begin, progress, leave: () => gone.abort() }
}

/** A store that opens files only when the test lets it, and counts open files by hash. */
const slowImages = () => {
  const opening = Promise.withResolvers<void>()
  const open = new Set<string>()
  const writingOf = (hash: string): ImageWriting => ({
    at: () => 0,
    add: async () => "more",
    judge: async () => "more",
    cut: async () => {},
    close: async () => void open.delete(hash),
  })
  const images: Images = {
    whole: async () => undefined,
    begin: async (hash) => {
      open.add(hash)
      await opening.promise
      return writingOf(hash)
    },
  }
  return { images, open, letGo: opening.resolve }
}

test("[FW-7] a page that goes while the bridge opens the image leaves neither the file nor an update behind", async () => {
  const { images, open, letGo } = slowImages()
  const { begin, progress, leave } = openFilling(images)
  const beginning = begin("a")
  await expect.poll(() => open.size).toBe(1)
  leave()
  letGo()
  await beginning
  expect([...open]).toEqual([])
  expect(progress.all()).toEqual([])
})

test("[FW-7] of two images that a page begins at once the first is left, and neither stays behind when the page goes", async () => {
  const { images, open, letGo } = slowImages()
  const { begin, progress, leave } = openFilling(images)
  const both = [begin("a"), begin("b", "0".repeat(32))]
  letGo()
  await Promise.all(both)
  expect(progress.all().map(({ id }) => id)).toEqual(["b"])
  expect([...open]).toEqual(["0".repeat(32)])
  leave()
  await expect.poll(() => [...open]).toEqual([])
  expect(progress.all()).toEqual([])
})

test("[FW-4][FW-7] a page that goes while a chunk is stored leaves the chunk behind, and no update for later pages", async () => {
  const images = openImages(newFolder())
  const { filling, begin, progress, leave } = openFilling(images)
  await begin("a")
  const bytes = IMAGE.slice(0, PAGE_CHUNK)
  const storing = filling.chunk({ head: { type: "fw_chunk", id: "a", build: BUILD, index: 0, md5: md5(bytes) }, bytes })
  leave()
  await storing
  await expect.poll(() => progress.all()).toEqual([])
  const kept = await images.begin(HASH, IMAGE.length)
  expect(kept.at()).toBe(PAGE_CHUNK)
  await kept.close()
})
