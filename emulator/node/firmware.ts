import type { IncomingMessage } from "node:http"
import { knownBuild } from "../../src/domain/values/firmware.ts"
import { LATEST_BUILD } from "../model/scenario/generate.ts"
import { type Emulation, md5 } from "./emulation.ts"
import { type ActiveFault, isFileFault } from "./faults.ts"
import { badGateway, type Headers, hangUp, pathOf, plain, type Reply, text, unheld } from "./http.ts"

/** The provider of firmware: `latest.txt`, and images with byte ranges. An image is computed from its build number. */

const LATEST_PATH = "/firmware/latest.txt"
/** Bytes of an image. It is no multiple of any chunk size, so that the last chunk is short. */
const IMAGE_BYTES = 3 * 1024 * 1024 + 4_321
/** Images kept in memory. */
const IMAGES_KEPT = 2

const cors: Headers = {
  "access-control-allow-origin": "*",
  "access-control-allow-headers": "range, if-range",
  "access-control-allow-methods": "GET, HEAD, OPTIONS",
  "access-control-expose-headers": "accept-ranges, content-length, content-range, etag, date, retry-after",
  "access-control-max-age": "86400",
}

interface Image {
  readonly bytes: Uint8Array
  readonly hash: string
}

const images = new Map<number, Image>()

const generate = (build: number): Image => {
  const words = new Uint32Array(Math.ceil(IMAGE_BYTES / 4))
  let x = (build % 0xffff_fffb) + 1
  for (let at = 0; at < words.length; at++) {
    x ^= x << 13
    x ^= x >>> 17
    x ^= x << 5
    words[at] = x
  }
  const bytes = new Uint8Array(words.buffer, 0, IMAGE_BYTES)
  bytes.set(new TextEncoder().encode(`SIGHTLINE ${build}\n`))
  return { bytes, hash: md5(bytes) }
}

/** The same bytes for the same build on every machine. */
export const imageOf = (build: number): Image => {
  const image = images.get(build) ?? generate(build)
  images.delete(build)
  images.set(build, image)
  for (const oldest of images.keys()) if (images.size > IMAGES_KEPT) images.delete(oldest)
  return image
}

/**
 * One range of `size` bytes as [start, end), "none" without a usable header, "outside" when it lies outside the file.
 */
const rangeOf = (header: string | undefined, size: number): readonly [number, number] | "none" | "outside" => {
  const match = /^bytes=([0-9]{0,15})-([0-9]{0,15})$/.exec(header ?? "")
  if (match === null || (match[1] === "" && match[2] === "")) return "none"
  const [from = "", to = ""] = match.slice(1)
  if (from === "") return Number(to) === 0 ? "outside" : [Math.max(0, size - Number(to)), size]
  const start = Number(from)
  const end = to === "" ? size : Math.min(size, Number(to) + 1)
  if (start >= size || (to !== "" && Number(to) < start)) return "outside"
  return [start, end]
}

/** The part of an image that a fault lets through (EMU-4). */
const spoilt = (bytes: Uint8Array, [start, end]: readonly [number, number], emulation: Emulation) => {
  const body = bytes.subarray(start, end)
  const fault = emulation.faults.spoilt((100 * end) / bytes.byteLength, emulation.chance)
  if (fault === undefined) return { body }
  const at = Math.max(0, Math.min(body.byteLength - 1, Math.floor((fault.percent / 100) * bytes.byteLength) - start))
  if (fault.kind === "stall") return { body, silentAfter: at }
  const changed = body.slice()
  changed[at] = (changed[at] ?? 0) ^ 0xff
  return { body: changed }
}

const image = (emulation: Emulation, request: IncomingMessage, build: number): Reply => {
  const { bytes, hash } = imageOf(build)
  const etag = `"${hash}"`
  const headers: Headers = { ...cors, "content-type": "application/octet-stream", "accept-ranges": "bytes", etag }
  const condition = request.headers["if-range"]
  const wanted = condition === undefined || condition === etag ? request.headers.range : undefined
  const range = rangeOf(wanted, bytes.byteLength)
  const sent = (part: readonly [number, number]) =>
    request.method === "HEAD" ? { body: bytes.subarray(...part) } : spoilt(bytes, part, emulation)
  if (range === "none") return { status: 200, headers, ...sent([0, bytes.byteLength]) }
  if (range === "outside")
    return { status: 416, headers: { ...headers, "content-range": `bytes */${bytes.byteLength}` }, body: "" }
  const [start, end] = range
  const part = { "content-range": `bytes ${start}-${end - 1}/${bytes.byteLength}` }
  return { status: 206, headers: { ...headers, ...part }, ...sent(range) }
}

const fileAt = (emulation: Emulation, request: IncomingMessage, path: string): Reply => {
  if (path === LATEST_PATH) return text(200, `${LATEST_BUILD}|${imageOf(LATEST_BUILD).hash}`, cors)
  const digits = /^\/firmware\/([0-9]{1,15})\.bin$/.exec(path)?.[1]
  const build = digits === undefined ? undefined : knownBuild(Number(digits))
  return build === undefined ? plain(404, "no such firmware", cors) : image(emulation, request, build)
}

const halved = (reply: Reply): Reply =>
  "hangUp" in reply ? reply : { ...reply, body: reply.body.slice(0, Math.ceil(reply.body.length / 2)) }

/**
 * The reply of a fault that names the path. Calls `whole` only when the fault lets the file through. The compiler
 * reports a new fault.
 */
const broken = ({ fault }: ActiveFault, whole: () => Reply): Reply => {
  if (!isFileFault(fault)) return whole()
  switch (fault) {
    case "drop-request":
    case "drop-reply":
      return hangUp
    case "http-500":
      return plain(500, "internal error", cors)
    case "http-html":
      return badGateway(cors)
    case "wrong-shape":
      return text(200, "no build", cors)
    case "truncate":
      return halved(whole())
    case "delay":
      return whole()
  }
}

export const serveFirmware = async (emulation: Emulation, request: IncomingMessage): Promise<Reply> => {
  const path = pathOf(request)
  if (request.method === "OPTIONS") return { status: 204, headers: cors, body: "" }
  if (request.method !== "GET" && request.method !== "HEAD") return plain(405, "GET only", cors)
  const { delay, fault } = emulation.faults.take(path, undefined, emulation.chance)
  if (delay !== undefined) await unheld(delay.ms)
  const whole = () => fileAt(emulation, request, path)
  return fault === undefined ? whole() : broken(fault, whole)
}
