import { Effect, Exit, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { createMD5 } from "hash-wasm"
import { afterEach, expect, test, vi } from "vitest"
import { firmwareLayer, startFirmwareWorker } from "../../src/adapters/workers/firmware.ts"
import { FirmwareImages } from "../../src/domain/ports/firmware.ts"
import { FIRMWARE_CHUNK_MAX_BYTES, FIRMWARE_RANGE_BYTES } from "../../src/domain/values/limits.ts"
import { type ImageDatabase, openImages } from "../../src/workers/firmware/database.ts"
import { download, keepFile, readChunk, verify } from "../../src/workers/firmware/keeping.ts"
import { IMAGES_DATABASE } from "../../src/workers/firmware/name.ts"

const BUILD = 241_204_091_500
const CHUNK = FIRMWARE_CHUNK_MAX_BYTES
/** The size is not a multiple of a chunk. */
const SIZE = 9 * CHUNK + 77
const BYTES = new Uint8Array(SIZE).map((_, index) => (index * 31) % 251)
const URL_OF_IMAGE = "http://provider.example/image.bin"

const md5Of = async (bytes: Uint8Array): Promise<string> => {
  const hasher = await createMD5()
  hasher.update(bytes)
  return hasher.digest("hex")
}

let databases = 0
const fresh = async (): Promise<ImageDatabase> => {
  databases += 1
  return openImages(`firmware-test-${databases}`)
}

/** A provider with byte ranges. It breaks each reply off after so many bytes, or sends it whole when that is null. */
const provider = (bytes: Uint8Array<ArrayBuffer>, breaks: (number | null)[]) => {
  const asked: number[] = []
  vi.stubGlobal("fetch", async (_url: string, { headers }: { headers: Record<string, string> }) => {
    const [, first = 0, last = bytes.length] = /bytes=([0-9]+)-([0-9]+)/.exec(headers.range ?? "") ?? []
    const from = Number(first)
    asked.push(from)
    const most = breaks.shift() ?? null
    const rest = bytes.slice(from, Number(last) + 1)
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        controller.enqueue(most === null ? rest : rest.subarray(0, most))
        if (most === null) controller.close()
        else setTimeout(() => controller.error(new TypeError("network")))
      },
    })
    const range = { "content-range": `bytes ${from}-${from + rest.length - 1}/${bytes.length}` }
    const whole = { "content-length": `${bytes.length}` }
    return headers.range === undefined
      ? new Response(body, { headers: whole })
      : new Response(body, { status: 206, headers: range })
  })
  return asked
}

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const never = new AbortController().signal
const read = async (images: ImageDatabase, hash: string, chunks: number): Promise<Uint8Array> => {
  const parts: ArrayBuffer[] = []
  for (let index = 0; index < chunks; index += 1) parts.push((await readChunk(images, hash, index)).bytes)
  return new Uint8Array(await new Blob(parts).arrayBuffer())
}

test("[FW-6] an image is kept in chunks, and after each cut the download goes on at the last good one", async () => {
  const images = await fresh()
  const hash = await md5Of(BYTES)
  const asked = provider(BYTES, [3 * CHUNK + 5, 2 * CHUNK, null])
  const kept = await download(images, { build: BUILD, hash }, URL_OF_IMAGE, never, () => {})
  expect(kept).toEqual({ hash, build: BUILD, size: SIZE, chunks: 10, isWhole: true })
  expect(asked).toEqual([0, 3 * CHUNK, 5 * CHUNK])
  expect(await read(images, hash, 10)).toEqual(BYTES)
  await verify(images, hash, never, () => {})
})

test("[FW-6] what is kept of a download that failed stays for the next one", async () => {
  const images = await fresh()
  const hash = await md5Of(BYTES)
  const cancel = new AbortController()
  provider(BYTES, [4 * CHUNK])
  const failing = download(images, { build: BUILD, hash }, URL_OF_IMAGE, cancel.signal, (percent) => {
    if (percent > 0) setTimeout(() => cancel.abort(), 50)
  })
  await expect(failing).rejects.toMatchObject({ failure: "cancelled" })
  const asked = provider(BYTES, [null])
  await download(images, { build: BUILD, hash }, URL_OF_IMAGE, never, () => {})
  expect(asked).toEqual([4 * CHUNK])
})

test("[FW-6][WORKER-1] an image larger than a range comes in ranges, and whole from a provider that lets no range be read", async () => {
  const bytes = new Uint8Array(2 * FIRMWARE_RANGE_BYTES + 77).map((_, index) => index % 253)
  const hash = await md5Of(bytes)
  const named = { build: BUILD, hash }
  const asked = provider(bytes, [])
  const kept = await download(await fresh(), named, URL_OF_IMAGE, never, () => {})
  expect(asked).toEqual([0, FIRMWARE_RANGE_BYTES, 2 * FIRMWARE_RANGE_BYTES])
  const ranges: (string | undefined)[] = []
  vi.stubGlobal("fetch", async (_url: string, { headers }: { headers: Record<string, string> }) => {
    ranges.push(headers.range)
    if (headers.range !== undefined) return new Response(bytes.slice(0, FIRMWARE_RANGE_BYTES), { status: 206 })
    return new Response(bytes.slice(), { headers: { "content-length": `${bytes.length}` } })
  })
  expect(await download(await fresh(), named, URL_OF_IMAGE, never, () => {})).toEqual(kept)
  expect(ranges).toEqual([`bytes=0-${FIRMWARE_RANGE_BYTES - 1}`, undefined])
})

test("[FW-6] a download that broke off comes to its end at a provider that lets no range be read, too", async () => {
  const hash = await md5Of(BYTES)
  const breaks = [4 * CHUNK]
  vi.stubGlobal("fetch", async (_url: string, { headers }: { headers: Record<string, string> }) => {
    if (headers.range !== undefined) return new Response(BYTES.slice(0, CHUNK), { status: 206 })
    const most = breaks.shift()
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        controller.enqueue(BYTES.slice(0, most))
        if (most === undefined) controller.close()
        else setTimeout(() => controller.error(new TypeError("network")))
      },
    })
    return new Response(body, { headers: { "content-length": `${SIZE}` } })
  })
  const images = await fresh()
  await download(images, { build: BUILD, hash }, URL_OF_IMAGE, never, () => {})
  expect(await read(images, hash, 10)).toEqual(BYTES)
})

/** A provider that sends half of the image, and the rest when the test asks for it. */
const slowProvider = () => {
  const half = 5 * CHUNK
  const halfway = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  vi.stubGlobal("fetch", async (_url: string, { signal }: { signal: AbortSignal }) => {
    const body = new ReadableStream<Uint8Array>({
      start: async (controller) => {
        signal.addEventListener("abort", () => controller.error(signal.reason))
        controller.enqueue(BYTES.slice(0, half))
        await goOn.promise
        if (signal.aborted) return
        controller.enqueue(BYTES.slice(half))
        controller.close()
      },
    })
    return new Response(body, { headers: { "content-length": `${SIZE}` } })
  })
  const progress = (percent: number) => {
    if (percent > 0) halfway.resolve()
  }
  return { progress, halfway: halfway.promise, goOn: () => goOn.resolve() }
}

test("[FW-6] a file that is kept while its download runs stays whole, and the download changes nothing more", async () => {
  const images = await fresh()
  const hash = await md5Of(BYTES)
  const named = { build: BUILD, hash }
  const { progress, halfway } = slowProvider()
  const cancel = new AbortController()
  const downloading = download(images, named, URL_OF_IMAGE, cancel.signal, progress)
  await halfway
  const kept = await keepFile(images, named, new Blob([BYTES]), never, () => {})
  cancel.abort()
  await expect(downloading).rejects.toMatchObject({ failure: "cancelled" })
  expect(await images.image(hash)).toEqual(kept)
  await verify(images, hash, never, () => {})
})

test("[FW-6][FW-7] a wrong file that is chosen while a download runs takes nothing from it", async () => {
  const images = await fresh()
  const hash = await md5Of(BYTES)
  const named = { build: BUILD, hash }
  const { progress, halfway, goOn } = slowProvider()
  const downloading = download(images, named, URL_OF_IMAGE, never, progress)
  await halfway
  const wrong = keepFile(images, named, new Blob([new Uint8Array(7)]), never, () => {})
  await expect(wrong).rejects.toMatchObject({ failure: "wrongHash" })
  goOn()
  await downloading
  await verify(images, hash, never, () => {})
  expect(await read(images, hash, 10)).toEqual(BYTES)
})

test("[FW-7] of an image with a wrong hash nothing stays", async () => {
  const images = await fresh()
  const hash = await md5Of(new Uint8Array(1))
  provider(BYTES, [null])
  const failing = download(images, { build: BUILD, hash }, URL_OF_IMAGE, never, () => {})
  await expect(failing).rejects.toMatchObject({ failure: "wrongHash" })
  expect(await images.all()).toEqual([])
  expect(await images.parts(hash)).toEqual([])
})

test("[FW-6] a chunk that is no longer what it was is found, and it and what follows is brought again", async () => {
  const images = await fresh()
  const hash = await md5Of(BYTES)
  provider(BYTES, [null])
  const kept = await download(images, { build: BUILD, hash }, URL_OF_IMAGE, never, () => {})
  const [part, ...others] = await images.parts(hash)
  if (part === undefined) throw new Error("nothing is kept")
  expect(others).toEqual([])
  const spoilt = new Blob([BYTES.subarray(0, 6 * CHUNK), new ArrayBuffer(CHUNK), BYTES.subarray(7 * CHUNK)])
  await images.replace(kept, [{ ...part, bytes: spoilt }])
  await expect(verify(images, hash, never, () => {})).rejects.toMatchObject({ failure: "damaged" })
  const asked = provider(BYTES, [null])
  await download(images, { build: BUILD, hash }, URL_OF_IMAGE, never, () => {})
  expect(asked).toEqual([6 * CHUNK])
  expect(await read(images, hash, 10)).toEqual(BYTES)
})

test("[FW-6][ENGINE-1] WebKit, which cannot join parts, keeps them, and they give the image", async () => {
  const images = await fresh()
  const hash = await md5Of(BYTES)
  vi.spyOn(navigator, "userAgent", "get").mockReturnValue("AppleWebKit/605.1.15 (KHTML, like Gecko) Safari/605.1.15")
  provider(BYTES, [5 * CHUNK])
  const kept = await download(images, { build: BUILD, hash }, URL_OF_IMAGE, never, () => {})
  expect(kept).toEqual({ hash, build: BUILD, size: SIZE, chunks: 10, isWhole: true })
  expect((await images.parts(hash)).length).toBeGreaterThan(1)
  expect(await verify(images, hash, never, () => {})).toEqual(kept)
  expect(await read(images, hash, 10)).toEqual(BYTES)
})

/** A disk that has room for the first parts only. */
const fullAfter = (most: number): void => {
  const put = IDBObjectStore.prototype.put
  let parts = 0
  // Fails like a browser: the transaction is aborted, and its error holds the reason.
  vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(function (this: IDBObjectStore, row, key) {
    if (this.name === "parts") parts += 1
    const request = Reflect.apply(put, this, key === undefined ? [row] : [row, key])
    if (parts > most && this.name === "images") this.transaction.abort()
    return request
  })
  vi.spyOn(IDBTransaction.prototype, "error", "get").mockReturnValue(new DOMException("full", "QuotaExceededError"))
}

test("[FW-6] a full disk is said as that, and once there is room the download goes on where it stopped", async () => {
  const images = await fresh()
  const hash = await md5Of(BYTES)
  provider(BYTES, [null])
  fullAfter(1)
  const failing = download(images, { build: BUILD, hash }, URL_OF_IMAGE, never, () => {})
  await expect(failing).rejects.toMatchObject({ failure: "quota" })
  vi.restoreAllMocks()
  const asked = provider(BYTES, [null])
  await download(images, { build: BUILD, hash }, URL_OF_IMAGE, never, () => {})
  expect(asked).toEqual([4 * CHUNK])
  expect(await read(images, hash, 10)).toEqual(BYTES)
})

test("[FW-6] a cut after the last chunk, while the parts become one, loses no chunk", async () => {
  const images = await fresh()
  const hash = await md5Of(BYTES)
  provider(BYTES, [null])
  fullAfter(3)
  const failing = download(images, { build: BUILD, hash }, URL_OF_IMAGE, never, () => {})
  await expect(failing).rejects.toMatchObject({ failure: "quota" })
  vi.restoreAllMocks()
  expect(await images.image(hash)).toMatchObject({ chunks: 10, isWhole: false })
  const asked = provider(BYTES, [null])
  await download(images, { build: BUILD, hash }, URL_OF_IMAGE, never, () => {})
  expect(asked).toEqual([])
  await verify(images, hash, never, () => {})
  expect(await read(images, hash, 10)).toEqual(BYTES)
})

test("[FW-6][FW-7] an image that ends too early is no image, and what has come of it is not brought again", async () => {
  const images = await fresh()
  const hash = await md5Of(BYTES)
  const later = setTimeout
  vi.stubGlobal("setTimeout", (work: () => void, ms = 0) => later(work, ms / 100))
  const asked: string[] = []
  vi.stubGlobal("fetch", async (_url: string, { headers }: { headers: Record<string, string> }) => {
    asked.push(headers.range ?? "all")
    const from = headers.range === undefined || asked.length === 1 ? 0 : 6 * CHUNK
    const range = { "content-range": `bytes ${from}-${SIZE - 1}/${SIZE}`, "content-length": `${SIZE}` }
    return new Response(BYTES.subarray(from, 6 * CHUNK + 5), { status: from > 0 ? 206 : 200, headers: range })
  })
  const failing = download(images, { build: BUILD, hash }, URL_OF_IMAGE, never, () => {})
  await expect(failing).rejects.toMatchObject({ failure: "truncated" })
  expect([...new Set(asked)]).toEqual([
    `bytes=0-${FIRMWARE_RANGE_BYTES - 1}`,
    `bytes=${6 * CHUNK}-${6 * CHUNK + FIRMWARE_RANGE_BYTES - 1}`,
    "all",
  ])
  await expect(verify(images, hash, never, () => {})).rejects.toMatchObject({ failure: "damaged" })
  const brought = provider(BYTES, [null])
  await download(images, { build: BUILD, hash }, URL_OF_IMAGE, never, () => {})
  expect(brought).toEqual([6 * CHUNK])
})

const inWorker = <A, E>(use: (images: FirmwareImages["Service"]) => Effect.Effect<A, E>, start = startFirmwareWorker) =>
  Effect.runPromiseExit(
    Effect.provide(Effect.flatMap(Effect.service(FirmwareImages), use), firmwareLayer({ latestUrl: null }, start)),
  )

test("[WORKER-1] a chosen file is chunked and hashed in the worker, with progress, and its chunks come back", async () => {
  const hash = await md5Of(BYTES)
  const reported: number[] = []
  const exit = await inWorker((images) =>
    Effect.gen(function* () {
      const image = { build: BUILD, hash }
      const wrong = yield* Effect.flip(images.keepFile(image, new Blob([BYTES.slice(1)]), () => {}))
      const kept = yield* images.keepFile(image, new Blob([BYTES]), (percent) => reported.push(percent))
      const last = yield* images.chunk(hash, 9)
      const missing = yield* Effect.flip(images.chunk(hash, 10))
      yield* images.removeAll
      const gone = yield* Effect.flip(images.verify(image, () => {}))
      return { wrong: wrong.reason, kept, last, missing: missing.reason, gone: gone.reason }
    }),
  )
  expect(exit).toEqual(
    Exit.succeed({
      wrong: "wrongHash",
      kept: { build: BUILD, hash, size: SIZE },
      last: { bytes: BYTES.slice(9 * CHUNK), md5: await md5Of(BYTES.slice(9 * CHUNK)) },
      missing: "damaged",
      gone: "damaged",
    }),
  )
  expect(reported.at(-1)).toBe(100)
})

const deleted = (name: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name)
    request.onsuccess = () => resolve()
    request.onerror = () => reject(request.error)
  })

test("[WORKER-1] a browser that never kept an image starts no worker to remove all of them", async () => {
  await deleted(IMAGES_DATABASE)
  const start = vi.fn(startFirmwareWorker)
  await inWorker((images) => images.removeAll, start)
  expect(start).not.toHaveBeenCalled()
  const image = { build: BUILD, hash: await md5Of(BYTES) }
  await inWorker((images) => images.keepFile(image, new Blob([BYTES]), () => {}), start)
  await inWorker((images) => images.removeAll, start)
  expect(start).toHaveBeenCalledTimes(2)
  const gone = await inWorker((images) => Effect.flip(images.verify(image, () => {})))
  expect(Exit.map(gone, ({ reason }) => reason)).toEqual(Exit.succeed("damaged"))
})

test("[WORKER-1] an interruption cancels the work, and a worker that breaks fails its question alone", async () => {
  const large = new Blob(Array.from({ length: 64 }, () => BYTES))
  const exit = await inWorker((images) =>
    Effect.gen(function* () {
      const started = yield* Effect.forkChild(images.keepFile({ build: BUILD, hash: "0".repeat(32) }, large, () => {}))
      yield* Effect.yieldNow
      yield* Fiber.interrupt(started)
      return yield* Effect.flip(images.verify({ build: BUILD, hash: "0".repeat(32) }, () => {}))
    }),
  )
  expect(exit).toMatchObject(Exit.succeed({ reason: "damaged" }))
  let isBroken = true
  const breaking = () => {
    if (!isBroken) return startFirmwareWorker()
    isBroken = false
    return new Worker(URL.createObjectURL(new Blob(["throw new Error('broken')"], { type: "text/javascript" })))
  }
  const broken = await inWorker(
    (images) =>
      Effect.gen(function* () {
        const first = yield* Effect.flip(images.chunk("0".repeat(32), 0))
        const second = yield* Effect.flip(images.chunk("0".repeat(32), 0))
        return [first.reason, second.reason]
      }),
    breaking,
  )
  expect(broken).toEqual(Exit.succeed(["storage", "damaged"]))
})

/** Runs in the worker before its own code. The first attempt to open the database fails, as on a full disk. */
const REFUSING_ONCE = `
  const open = IDBFactory.prototype.open
  IDBFactory.prototype.open = function () {
    IDBFactory.prototype.open = open
    const refused = { error: new DOMException("full", "QuotaExceededError") }
    setTimeout(() => refused.onerror())
    return refused
  }`

const script = (text: string): string => URL.createObjectURL(new Blob([text], { type: "text/javascript" }))

test("[FW-6] images that could not be opened on a full disk are opened once there is room, without a reload", async () => {
  const worker = new URL("../../src/workers/leaves.worker.ts", import.meta.url).href
  const both = script(`import "${script(REFUSING_ONCE)}"\nimport "${worker}"`)
  const exit = await inWorker(
    (images) => {
      const asked = Effect.flip(images.chunk("0".repeat(32), 0))
      return Effect.map(Effect.all([asked, asked]), (errors) => errors.map(({ reason }) => reason))
    },
    () => new Worker(both, { type: "module" }),
  )
  expect(exit).toEqual(Exit.succeed(["quota", "damaged"]))
})

test("[FW-1] of an endless text no more is received than a text can have", async () => {
  let given = 0
  let cancelled = false
  const line = new TextEncoder().encode("1".repeat(100))
  vi.stubGlobal("fetch", async () => {
    const body = new ReadableStream<Uint8Array>({
      pull: async (controller) => {
        given += 1
        controller.enqueue(line)
        await new Promise((resolve) => setTimeout(resolve))
      },
      cancel: () => {
        cancelled = true
      },
    })
    return new Response(body)
  })
  const latest = Effect.flatMap(FirmwareImages, (images) => Effect.exit(images.latest))
  const layer = firmwareLayer({ latestUrl: "http://provider.example/latest" }, startFirmwareWorker)
  expect(Exit.isFailure(await Effect.runPromise(Effect.provide(latest, layer)))).toBe(true)
  expect(cancelled).toBe(true)
  expect(given).toBeLessThan(20)
})

test("[FW-1] the text of the latest build is never taken from a cache, and not waited for longer than ten seconds", async () => {
  const asked: Array<RequestInit | undefined> = []
  vi.stubGlobal("fetch", (_url: string, options?: RequestInit) => {
    asked.push(options)
    return new Promise(() => undefined)
  })
  const program = Effect.gen(function* () {
    const images = yield* FirmwareImages
    const waiting = yield* Effect.forkChild(Effect.exit(images.latest))
    yield* TestClock.adjust(9_999)
    const before = waiting.pollUnsafe()
    yield* TestClock.adjust(1)
    return { before, after: yield* Fiber.join(waiting) }
  })
  const layer = firmwareLayer({ latestUrl: "http://provider.example/silent" }, startFirmwareWorker)
  const { before, after } = await Effect.runPromise(Effect.provide(Effect.provide(program, layer), TestClock.layer()))
  expect(before).toBeUndefined()
  expect(Exit.isFailure(after)).toBe(true)
  expect(asked).toMatchObject([{ cache: "no-store" }])
})

const ENDED = (text: string) => new TextEncoder().encode(text)
const LINE = `42|${"a".repeat(32)}`
const utf16 = (text: string, isBig: boolean) =>
  new Uint8Array(
    [...`\ufeff${text}`].flatMap((one) => {
      const code = one.charCodeAt(0)
      return isBig ? [code >> 8, code & 0xff] : [code & 0xff, code >> 8]
    }),
  )

let texts = 0
const latestFrom = (serve: () => Response | Promise<Response>) => {
  texts += 1
  vi.stubGlobal("fetch", async () => serve())
  const latest = Effect.flatMap(FirmwareImages, (images) => Effect.result(images.latest))
  const layer = firmwareLayer({ latestUrl: `http://provider.example/text${texts}` }, startFirmwareWorker)
  return Effect.runPromise(Effect.provide(latest, layer))
}

test.each<readonly [string, () => Response]>([
  ["a byte order mark", () => new Response(ENDED(`\ufeff${LINE}\r\n`))],
  ["UTF-16 as Windows saves it", () => new Response(utf16(`${LINE}\r\n`, false))],
  ["UTF-16 the other way round", () => new Response(utf16(LINE, true))],
  [
    "UTF-16 that the header names",
    () => new Response(utf16(LINE, false).slice(2), { headers: { "content-type": 'text/plain; charset="UTF-16LE"' } }),
  ],
  ["an unknown charset", () => new Response(LINE, { headers: { "content-type": "text/plain; charset=x-none" } })],
  ["the type of a web page", () => new Response(LINE, { headers: { "content-type": "text/html" } })],
  ["upper-case digits and blanks around", () => new Response(`\n ${LINE.toUpperCase()} \n\n`)],
  ["status 203", () => new Response(LINE, { status: 203 })],
])("[FW-1] the latest build is read from a text with %s", async (_name, serve) => {
  expect(await latestFrom(serve)).toMatchObject({ _tag: "Success", success: { build: 42, hash: "a".repeat(32) } })
})

test.each<readonly [string, () => Response | Promise<Response>, object]>([
  ["404", () => new Response("gone", { status: 404 }), { reason: "connect", httpStatus: 404 }],
  ["500 without a body", () => new Response(null, { status: 500 }), { reason: "connect", httpStatus: 500 }],
  ["a web page", () => new Response("<!doctype html><title>Log in</title>"), { reason: "unreadable" }],
  ["a long web page", () => new Response("<p>".repeat(10_000)), { reason: "unreadable" }],
  ["nothing", () => new Response(null, { status: 204 }), { reason: "unreadable" }],
  ["half of the text", () => new Response(LINE.slice(0, 20)), { reason: "unreadable" }],
  ["429 with a time", () => new Response(null, { status: 429, headers: { "retry-after": "30" } }), { reason: "wait" }],
  ["no answer", () => Promise.reject(new TypeError("Failed to fetch")), { reason: "connect" }],
])(
  "[FW-1][MSG-3] of %s the reason is what came, not that the server was not reached",
  async (_name, serve, failure) => {
    const read = await latestFrom(serve)
    expect(read).toMatchObject({ _tag: "Failure", failure })
    if (!("httpStatus" in failure)) expect(read).not.toHaveProperty("failure.httpStatus")
  },
)
