import { createHash } from "node:crypto"
import { once } from "node:events"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib"
import { expect, onTestFinished, test } from "vitest"
import { downloadImage } from "../../bridge/firmware/download.ts"
import { openImages } from "../../bridge/firmware/images.ts"
import { FIRMWARE_IMAGE_MAX_BYTES } from "../../src/domain/values/limits.ts"
import type { BridgeReason } from "../../src/domain/wire/bridge.ts"
import { newFolder } from "./files.ts"

/** The bridge's download from the usual kinds of file servers. */

/** Short timeouts for servers that stay silent. */
const SHORT = { silenceMs: 300, againMs: 5, tickMs: 1_000 }
const PATIENT = { ...SHORT, silenceMs: 15_000 }
/** Counts each tick of the pace as a second. */
const FAST = { ...SHORT, tickMs: 3 }

const IMAGE = Buffer.from(new Uint8Array(400_777).map((_, at) => (at * 31) % 251))
const OLD_IMAGE = Buffer.from(new Uint8Array(400_777).map((_, at) => (at * 17) % 241))
const md5 = (bytes: Uint8Array): string => createHash("md5").update(bytes).digest("hex")
const HASH = md5(IMAGE)
const PART = 100_000

type Serve = (request: IncomingMessage, response: ServerResponse, count: number) => void

const rangeOf = ({ headers }: IncomingMessage): number | undefined => {
  const match = /^bytes=([0-9]+)-$/.exec(headers.range ?? "")
  return match === null ? undefined : Number(match[1])
}

/** Cuts the first answer, so that the bridge requests ranges. */
const cutFirst =
  (serve: Serve): Serve =>
  (request, response, count) => {
    if (count > 1) return serve(request, response, count)
    response.writeHead(200, { "content-length": IMAGE.length })
    response.write(IMAGE.subarray(0, 150_000), () => response.destroy())
  }

const whole: Serve = (_, response) => response.writeHead(200, { "content-length": IMAGE.length }).end(IMAGE)
const coded =
  (coding: string, bytes: Buffer, headers = {}): Serve =>
  (_, response) =>
    response.writeHead(200, { "content-encoding": coding, ...headers }).end(bytes)

const part = (
  response: ServerResponse,
  from: number,
  to: number,
  { total = `${IMAGE.length}`, bytes = IMAGE.subarray(from, to), headers = {} } = {},
): void => {
  response.writeHead(206, { "content-range": `bytes ${from}-${to - 1}/${total}`, ...headers }).end(bytes)
}
const ranged =
  (answer: (response: ServerResponse, from: number) => void, other: Serve = whole): Serve =>
  (request, response, count) => {
    const from = rangeOf(request)
    if (from === undefined) other(request, response, count)
    else answer(response, from)
  }

const download = async (serve: Serve, hash = HASH, patience = PATIENT) => {
  let count = 0
  const server = createServer((request, response) => {
    count += 1
    serve(request, response, count)
  })
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  const port = typeof address === "object" ? address?.port : ""
  const images = openImages(newFolder())
  const url = new URL(`http://127.0.0.1:${port}/1.bin`)
  const percents: number[] = []
  const downloaded = await downloadImage(
    images,
    url,
    hash,
    (percent) => percents.push(percent),
    new AbortController().signal,
    patience,
  )
  for (const percent of percents) expect(percent).toBeLessThanOrEqual(100)
  return { downloaded, image: await images.whole(hash), count }
}

const servers: readonly (readonly [string, Serve])[] = [
  ["gzip", coded("gzip", gzipSync(IMAGE))],
  ["gzip with the packed length", coded("gzip", gzipSync(IMAGE), { "content-length": gzipSync(IMAGE).length })],
  ["x-gzip", coded("x-gzip", gzipSync(IMAGE))],
  ["br", coded("br", brotliCompressSync(IMAGE))],
  ["deflate", coded("deflate", deflateSync(IMAGE))],
  ["identity", coded("identity", IMAGE)],
  [
    "chunked",
    (_, response) => void response.writeHead(200).write(IMAGE.subarray(0, 9), () => response.end(IMAGE.subarray(9))),
  ],
  ["206 to a request without a range", (_, response) => part(response, 0, IMAGE.length)],
  [
    "redirects",
    (request, response) =>
      request.url === "/1.bin" ? response.writeHead(302, { location: "/2.bin" }).end() : whole(request, response, 1),
  ],
  ["200 to a request for a range", cutFirst(whole)],
  ["gzip to a request for a range", cutFirst(coded("gzip", gzipSync(IMAGE)))],
  ["short ranges", cutFirst(ranged((response, from) => part(response, from, Math.min(IMAGE.length, from + PART))))],
  ["ranges that begin earlier", cutFirst(ranged((response, from) => part(response, from - 500, IMAGE.length)))],
  ["ranges that begin later", cutFirst(ranged((response, from) => part(response, from + 500, IMAGE.length)))],
  [
    "ranges without a total",
    cutFirst(
      ranged((response, from) =>
        from >= IMAGE.length
          ? response.writeHead(416).end()
          : part(response, from, Math.min(IMAGE.length, from + PART), { total: "*" }),
      ),
    ),
  ],
  [
    "ranges with more than they name",
    cutFirst(ranged((response, from) => part(response, from, from + PART, { bytes: IMAGE.subarray(from) }))),
  ],
  [
    "ranges of the packed file",
    cutFirst(
      ranged((response, from) =>
        part(response, from, IMAGE.length, {
          bytes: gzipSync(IMAGE).subarray(from),
          headers: { "content-encoding": "gzip" },
        }),
      ),
    ),
  ],
  [
    "multipart ranges",
    cutFirst(
      ranged((response, from) =>
        part(response, from, IMAGE.length, { headers: { "content-type": "multipart/byteranges; boundary=x" } }),
      ),
    ),
  ],
  [
    "206 without content-range",
    cutFirst(ranged((response, from) => response.writeHead(206).end(IMAGE.subarray(from)))),
  ],
  ["416 to every range", cutFirst(ranged((response) => response.writeHead(416).end()))],
  [
    "another total",
    cutFirst(ranged((response, from) => part(response, from, IMAGE.length, { total: `${IMAGE.length + 9}` }))),
  ],
  [
    "ranges of a total of nothing",
    cutFirst(ranged((response, from) => part(response, from, from + PART, { total: "0" }))),
  ],
  [
    "a total before the range",
    cutFirst(ranged((response, from) => part(response, from, from + PART, { total: `${from}` }))),
  ],
  ["206 without a total to everything", (_, response) => part(response, 0, IMAGE.length, { total: "*" })],
  [
    "206 and a total of nothing to a range",
    cutFirst(ranged((response) => part(response, 0, IMAGE.length, { total: "0" }))),
  ],
  ["206 and a total of nothing to everything", (_, response) => part(response, 0, IMAGE.length, { total: "0" })],
  ["206 and a total before its end to everything", (_, response) => part(response, 0, IMAGE.length, { total: "9" })],
  ["ranges of one byte", cutFirst(ranged((response, from) => part(response, from, from + 1)))],
  [
    "ranges without an end",
    cutFirst(ranged((response, from) => part(response, from, from + 9, { total: "*", bytes: Buffer.alloc(9) }))),
  ],
  [
    "another image at first, with another etag",
    (request, response, count) => {
      if (count > 1)
        return ranged((_, from) => part(response, from, IMAGE.length, { headers: { etag: '"b"' } }))(
          request,
          response,
          count,
        )
      response.writeHead(200, { "content-length": OLD_IMAGE.length, etag: 'W/"a"' })
      response.write(OLD_IMAGE.subarray(0, 150_000), () => response.destroy())
    },
  ],
]

test.each(servers)("[FW-7] the right image comes from a server with %s", async (_, serve) => {
  const { downloaded, image } = await download(serve)
  expect(downloaded).toEqual({ ok: true })
  expect(image).toMatchObject({ size: IMAGE.length })
})

test("[FW-7] another image is refused, however it comes, and asked for no more than twice", async () => {
  for (const serve of [
    whole,
    coded("gzip", gzipSync(IMAGE)),
    cutFirst(ranged((response, from) => part(response, from, IMAGE.length))),
  ]) {
    const { downloaded, image, count } = await download(serve, md5(OLD_IMAGE))
    expect(downloaded).toEqual({ ok: false, reason: "wrong_hash" })
    expect(image).toBeUndefined()
    expect(count).toBeLessThanOrEqual(3)
  }
})

const busy =
  (status: number, wait: string): Serve =>
  (request, response, count) => {
    if (count > 1) return whole(request, response, count)
    response.writeHead(status, { "retry-after": wait }).end()
  }

test.each([
  [429, "1"],
  [503, "0.2"],
])("[FW-7] a server that answers %i and asks to wait %s s is asked again after it", async (status, wait) => {
  const begun = performance.now()
  const { downloaded, count } = await download(busy(status, wait))
  expect([downloaded, count]).toEqual([{ ok: true }, 2])
  expect(performance.now() - begun).toBeGreaterThan(Number(wait) * 990)
})

test("[FW-7] a server that asks to wait for hours is asked once", async () => {
  const { downloaded, count } = await download(busy(429, "7200"))
  expect([downloaded, count]).toEqual([{ ok: false, reason: "download_wait" }, 1])
})

test("[FW-7][MSG-3] a server without the image is named by its HTTP status", async () => {
  const { downloaded, image } = await download((_, response) => response.writeHead(404).end())
  expect(downloaded).toEqual({ ok: false, reason: "download_failed", httpStatus: 404 })
  expect(image).toBeUndefined()
})

const TOO_LARGE = FIRMWARE_IMAGE_MAX_BYTES + 1

test.each<readonly [string, Serve, BridgeReason]>([
  ["closes the connection", (_, response) => void response.destroy(), "download_failed"],
  ["takes the request and says nothing", () => undefined, "download_timed_out"],
  [
    "sends a part and says nothing more",
    (_, response) => void response.writeHead(200).write(IMAGE.subarray(0, 9)),
    "download_timed_out",
  ],
  [
    "announces too much",
    (_, response) => void response.writeHead(200, { "content-length": TOO_LARGE }).flushHeaders(),
    "download_too_large",
  ],
  [
    "announces a part of too much",
    (_, response) => part(response, 0, 9, { total: `${TOO_LARGE}` }),
    "download_too_large",
  ],
  ["always gives the same byte", (_, response) => part(response, 0, 1, { total: "*" }), "download_unreadable"],
  ["gives a byte of nothing", (_, response) => part(response, 0, 1, { total: "0" }), "download_unreadable"],
  [
    "names a total that grows",
    (request, response) => {
      const from = rangeOf(request) ?? 0
      part(response, from, from + 9, { total: `${from + 99}`, bytes: Buffer.alloc(9) })
    },
    "download_unreadable",
  ],
  ["has no part that can be used", (_, response) => void response.writeHead(206).end("login"), "download_unreadable"],
])("[FW-7][MSG-3] a server that %s is named as that", async (_, serve, reason) => {
  const { downloaded } = await download(serve, HASH, SHORT)
  expect(downloaded).toEqual({ ok: false, reason })
})

/** Sends one byte every few ms until the client is gone. */
const drip = (response: ServerResponse): void => {
  const dripping = setInterval(() => response.write("x"), 20)
  response.on("close", () => clearInterval(dripping))
}

test.each<readonly [string, Serve]>([
  ["drips bytes for ever", (_, response) => drip(response.writeHead(200))],
  ["drips what it named", (_, response) => drip(response.writeHead(200, { "content-length": IMAGE.length }))],
  [
    "ends each answer after a byte",
    (request, response) => {
      const from = rangeOf(request) ?? 0
      response.writeHead(206, { "content-range": `bytes ${from}-${IMAGE.length - 1}/${IMAGE.length}` })
      response.write(IMAGE.subarray(from, from + 1), () => response.destroy())
    },
  ],
])("[FW-7][MSG-3] a server that %s is given up in time", async (_, serve) => {
  const { downloaded } = await download(serve, HASH, FAST)
  expect(downloaded).toEqual({ ok: false, reason: "download_timed_out" })
})
