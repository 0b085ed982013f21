import { createHash } from "node:crypto"
import { createReadStream } from "node:fs"
import { createServer } from "node:http"

/** A provider of firmware with one large image, beside the small one of the product. */

const DIRTY = 251

/** The bytes of an image that does not compress. */
export const imageBytes = (size: number): Buffer => {
  const bytes = Buffer.alloc(size)
  let x = 1
  for (let at = 0; at + 4 <= size; at += 4) {
    x ^= x << 13
    x ^= x >>> 17
    x ^= x << 5
    bytes.writeInt32LE(x, at)
  }
  bytes.fill(DIRTY, size - (size % 4))
  return bytes
}

export const md5Of = (bytes: Uint8Array): string => createHash("md5").update(bytes).digest("hex")

/** The requested range, as a file server reads it. Undefined for the whole file. */
const rangeOf = (header: string | undefined, size: number): { start: number; end: number } | undefined => {
  const [, first, last = ""] = /^bytes=([0-9]+)-([0-9]*)$/.exec(header ?? "") ?? []
  if (first === undefined) return undefined
  return { start: Number(first), end: last === "" ? size - 1 : Math.min(Number(last), size - 1) }
}

export const startProvider = async (file: string, size: number, text: string) => {
  const server = createServer((request, response) => {
    response.setHeader("access-control-allow-origin", "*")
    response.setHeader("access-control-expose-headers", "content-length, content-range")
    if (request.url?.endsWith(".txt") === true) return response.end(text)
    const range = rangeOf(request.headers.range, size)
    if (range !== undefined) {
      response.statusCode = 206
      response.setHeader("content-range", `bytes ${range.start}-${range.end}/${size}`)
    }
    response.setHeader("content-length", range === undefined ? size : range.end - range.start + 1)
    return createReadStream(file, range).pipe(response)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("the provider has no port")
  return { latest: `http://127.0.0.1:${address.port}/latest.txt`, stop: () => void server.close() }
}
