import { createMD5 } from "hash-wasm"
import { afterEach, expect, test, vi } from "vitest"
import { PACE_TICK_MS } from "../../src/domain/values/downloadPace.ts"
import { FIRMWARE_CHUNK_MAX_BYTES, FIRMWARE_IMAGE_MAX_BYTES } from "../../src/domain/values/limits.ts"
import { openImages } from "../../src/workers/firmware/database.ts"
import { download, readChunk } from "../../src/workers/firmware/keeping.ts"

/** The page's download from common kinds of file servers, through `fetch`. */

const CHUNK = FIRMWARE_CHUNK_MAX_BYTES
const SIZE = 4 * CHUNK + 77
const IMAGE = new Uint8Array(SIZE).map((_, index) => (index * 31) % 251)
const OLD_IMAGE = new Uint8Array(SIZE).map((_, index) => (index * 17) % 241)

const WAITS_UP_TO_MS = 5_000

type Serve = (range: readonly [from: number, until: number] | null, count: number, signal: AbortSignal) => Response
interface Fetching {
  readonly headers: Record<string, string>
  readonly signal: AbortSignal
}

const md5Of = async (bytes: Uint8Array): Promise<string> => (await createMD5()).init().update(bytes).digest("hex")

const served = (serve: Serve): string[] => {
  const asked: string[] = []
  const later = setTimeout
  // Shortens the waits between two attempts, which are not tested here. Longer timeouts, as for the database, stay.
  vi.stubGlobal("setTimeout", (work: () => void, ms = 0) => later(work, ms > WAITS_UP_TO_MS ? ms : ms / 100))
  vi.stubGlobal("fetch", async (_url: string, { headers, signal }: Fetching) => {
    signal.throwIfAborted()
    asked.push(headers.range ?? "all")
    const [, from, last] = /bytes=([0-9]+)-([0-9]+)/.exec(headers.range ?? "") ?? []
    return serve(from === undefined ? null : [Number(from), Math.min(SIZE, Number(last) + 1)], asked.length, signal)
  })
  return asked
}

afterEach(() => vi.unstubAllGlobals())

const broken = (bytes: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array<ArrayBuffer>> => {
  let isGiven = false
  return new ReadableStream({
    pull: (controller) => {
      if (isGiven) controller.error(new TypeError("network"))
      else controller.enqueue(bytes)
      isGiven = true
    },
  })
}

const all = (length: number | null, headers = {}): Response =>
  new Response(IMAGE.slice(), { headers: { ...(length !== null && { "content-length": `${length}` }), ...headers } })

const part = (
  from: number,
  until: number,
  { total = `${SIZE}`, bytes = IMAGE.slice(from, until), headers = {} } = {},
): Response =>
  new Response(bytes, { status: 206, headers: { "content-range": `bytes ${from}-${until - 1}/${total}`, ...headers } })

const cutFirst =
  (serve: Serve): Serve =>
  (range, count, signal) =>
    count > 1
      ? serve(range, count, signal)
      : new Response(broken(IMAGE.slice(0, 2 * CHUNK)), { headers: { "content-length": `${SIZE}` } })
const ranged =
  (serve: (from: number, until: number) => Response): Serve =>
  (range) =>
    range === null ? all(SIZE) : serve(...range)

const servers: readonly (readonly [string, Serve])[] = [
  ["a packed body, its packed length and a coding that another origin may not read", () => all(9_000)],
  ["a packed body that is longer than the file", () => all(SIZE + 900)],
  ["a packed body and its coding", () => all(9_000, { "content-encoding": "gzip" })],
  ["no length", () => all(null)],
  ["a length that is no number", () => all(null, { "content-length": "many" })],
  ["206 to everything", () => part(0, SIZE)],
  ["200 to every range", cutFirst(() => all(SIZE))],
  ["a packed 200 to a range, in the middle", cutFirst(() => all(9_000))],
  ["short ranges", ranged((from) => part(from, Math.min(SIZE, from + CHUNK)))],
  ["ranges that begin earlier", ranged((from, until) => part(Math.max(0, from - 500), until))],
  ["ranges that begin later", cutFirst(ranged((from, until) => part(from + 500, until)))],
  [
    "ranges without a total",
    ranged((from) =>
      from >= SIZE ? new Response(null, { status: 416 }) : part(from, Math.min(SIZE, from + CHUNK), { total: "*" }),
    ),
  ],
  ["ranges of a total of nothing", ranged((from) => part(from, Math.min(SIZE, from + CHUNK), { total: "0" }))],
  ["a total before the range", cutFirst(ranged((from, until) => part(from, until, { total: `${from}` })))],
  ["206 without a total to everything", () => part(0, SIZE, { total: "*" })],
  ["206 and a total of nothing to a range", cutFirst(ranged(() => part(0, SIZE, { total: "0" })))],
  ["206 and a total of nothing to everything", () => part(0, SIZE, { total: "0" })],
  ["206 and a total before its end to everything", () => part(0, SIZE, { total: "9" })],
  ["ranges of one byte", ranged((from) => part(from, from + 1))],
  ["ranges without an end", ranged((from) => part(from, from + 9, { total: "*", bytes: new Uint8Array(9) }))],
  ["ranges with more than they name", ranged((from) => part(from, from + CHUNK, { bytes: IMAGE.slice(from) }))],
  [
    "ranges with less than they name",
    ranged((from, until) => part(from, until, { bytes: IMAGE.slice(from, from + 99) })),
  ],
  ["ranges of the packed file", ranged((from, until) => part(from, until, { bytes: OLD_IMAGE.slice(from, until) }))],
  [
    "multipart ranges",
    ranged((from, until) => part(from, until, { headers: { "content-type": "multipart/byteranges; boundary=x" } })),
  ],
  ["206 without a range", ranged((from, until) => new Response(IMAGE.slice(from, until), { status: 206 }))],
  ["416 to every range", ranged(() => new Response(null, { status: 416 }))],
  [
    "another total in each range",
    ranged((from) => part(from, Math.min(SIZE, from + CHUNK), { total: `${SIZE + from}` })),
  ],
  [
    "another image at first, with another etag",
    (range, count, signal) =>
      count === 1
        ? new Response(broken(OLD_IMAGE.slice(0, 2 * CHUNK)), {
            headers: { "content-length": `${SIZE}`, etag: 'W/"a"' },
          })
        : ranged((from, until) => part(from, until, { headers: { etag: '"b"' } }))(range, count, signal),
  ],
]

let databases = 0
const fresh = () => {
  databases += 1
  return openImages(`web-servers-test-${databases}`)
}
const never = new AbortController().signal

test.each(servers)("[FW-6][FW-7] the right image comes from a server with %s", async (_, serve) => {
  const images = await fresh()
  const hash = await md5Of(IMAGE)
  served(serve)
  const percents: number[] = []
  const kept = await download(images, { build: 1, hash }, "http://provider.example/1.bin", never, (percent) =>
    percents.push(percent),
  )
  expect(kept).toEqual({ hash, build: 1, size: SIZE, chunks: 5, isWhole: true })
  for (const percent of percents) expect(percent).toBeLessThanOrEqual(100)
  const chunks = await Promise.all([0, 1, 2, 3, 4].map((index) => readChunk(images, hash, index)))
  expect(await md5Of(new Uint8Array(await new Blob(chunks.map(({ bytes }) => bytes)).arrayBuffer()))).toBe(hash)
})

test("[FW-7] another image is refused, however it comes, and asked for no more than twice", async () => {
  for (const serve of [() => all(SIZE), () => all(9_000), ranged(part)] satisfies Serve[]) {
    const images = await fresh()
    const asked = served(serve)
    const failing = download(
      images,
      { build: 1, hash: await md5Of(OLD_IMAGE) },
      "http://provider.example/1.bin",
      never,
      () => {},
    )
    await expect(failing).rejects.toMatchObject({ failure: "wrongHash" })
    expect(await images.all()).toEqual([])
    expect(asked.length).toBeLessThanOrEqual(2)
  }
})

const lost = (): Response => {
  throw new TypeError("Failed to fetch")
}

test.each([
  ["is gone", lost, undefined],
  ["answers with an HTTP error", () => new Response(null, { status: 502 }), 502],
])("[FW-6][MSG-3] a provider that %s takes nothing of what was kept", async (_, away, httpStatus) => {
  const images = await fresh()
  const hash = await md5Of(IMAGE)
  const named = { build: 1, hash }
  served(cutFirst(away))
  const failing = download(images, named, "http://provider.example/1.bin", never, () => {})
  await expect(failing).rejects.toMatchObject({ failure: "connect", httpStatus })
  expect(await images.image(hash)).toMatchObject({ chunks: 2, isWhole: false })
})

const TOO_LARGE = FIRMWARE_IMAGE_MAX_BYTES + 1
const silent: Serve = () => {
  throw new DOMException("The user aborted a request.", "AbortError")
}

test.each<readonly [string, Serve, string]>([
  ["is silent", silent, "noAnswer"],
  ["announces too much", () => all(TOO_LARGE), "tooLarge"],
  ["announces a part of too much", () => part(0, 9, { total: `${TOO_LARGE}` }), "tooLarge"],
  ["always gives the same byte", () => part(0, 1, { total: "*" }), "unreadable"],
  ["gives a byte of nothing", () => part(0, 1, { total: "0" }), "unreadable"],
  [
    "names a total that grows",
    (range) =>
      part(range?.[0] ?? 0, (range?.[0] ?? 0) + 9, { total: `${SIZE + (range?.[0] ?? 0)}`, bytes: new Uint8Array(9) }),
    "unreadable",
  ],
  ["has no part that can be used", () => new Response("login", { status: 206 }), "unreadable"],
  [
    "always ends too early",
    (range) =>
      range === null
        ? new Response(IMAGE.slice(0, 9), { headers: { "content-length": `${SIZE}` } })
        : part(0, SIZE, { bytes: IMAGE.slice(0, 9) }),
    "truncated",
  ],
])("[FW-6][MSG-3] a provider that %s is named as that", async (_, serve, failure) => {
  const images = await fresh()
  served(serve)
  const named = { build: 1, hash: await md5Of(IMAGE) }
  const failing = download(images, named, "http://provider.example/1.bin", never, () => {})
  await expect(failing).rejects.toMatchObject({ failure, httpStatus: undefined })
})

const busy =
  (status: number, wait: string): Serve =>
  (range, count, signal) =>
    count > 1 ? ranged(part)(range, count, signal) : new Response(null, { status, headers: { "retry-after": wait } })

test.each([
  [429, "3", 2],
  [503, "5", 2],
])("[FW-6] a server that answers %i and asks to wait %s s is asked again after it", async (status, wait, times) => {
  const images = await fresh()
  const asked = served(busy(status, wait))
  const named = { build: 1, hash: await md5Of(IMAGE) }
  await download(images, named, "http://provider.example/1.bin", never, () => {})
  expect(asked).toHaveLength(times)
})

test("[FW-6] a server that asks to wait for hours is asked once, and says so", async () => {
  const images = await fresh()
  const asked = served(busy(429, "7200"))
  const named = { build: 1, hash: await md5Of(IMAGE) }
  const failing = download(images, named, "http://provider.example/1.bin", never, () => {})
  await expect(failing).rejects.toMatchObject({ failure: "wait" })
  expect(asked).toHaveLength(1)
})

const dripping = (signal: AbortSignal): ReadableStream<Uint8Array<ArrayBuffer>> =>
  new ReadableStream({
    start: (controller) => {
      const timer = setInterval(() => controller.enqueue(new Uint8Array(1)), 20)
      signal.addEventListener("abort", () => {
        clearInterval(timer)
        controller.error(signal.reason)
      })
    },
  })

test.each<readonly [string, Serve]>([
  ["drips bytes for ever", (_range, _count, signal) => new Response(dripping(signal))],
  [
    "drips what it named",
    (_range, _count, signal) => new Response(dripping(signal), { headers: { "content-length": `${SIZE}` } }),
  ],
])("[FW-7][MSG-3] a provider that %s is given up in time, and no image of it stays whole", async (_, serve) => {
  const images = await fresh()
  served(serve)
  const tick = setInterval
  vi.stubGlobal("setInterval", (work: () => void, ms: number) => tick(work, ms === PACE_TICK_MS ? 5 : ms))
  const named = { build: 1, hash: await md5Of(IMAGE) }
  const failing = download(images, named, "http://provider.example/1.bin", never, () => {})
  await expect(failing).rejects.toMatchObject({ failure: "noAnswer" })
  expect((await images.all()).filter(({ isWhole }) => isWhole)).toEqual([])
})
