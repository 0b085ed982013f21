import { FIRMWARE_IMAGE_MAX_BYTES } from "../../domain/values/limits.ts"
import { ImageError } from "./failure.ts"

/** Bytes of an image from an offset on, as they come. */
export interface Source {
  readonly size: number
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>>
  /** Bytes at the beginning of the body that are known already. */
  readonly skip: number
}

const RANGE = /^bytes ([0-9]+)-[0-9]+\/([0-9]+)$/
const HTTP_PARTIAL = 206
const HTTP_NO_SUCH_RANGE = 416

/** A server without ranges gives all of it again; one whose image is shorter than what is here has another image. */
export const fetchFrom = async (url: string, from: number, signal: AbortSignal): Promise<Source> => {
  const headers = from > 0 ? { range: `bytes=${from}-` } : {}
  const response = await fetch(url, {
    headers,
    signal,
    cache: "no-store",
    credentials: "omit",
    referrerPolicy: "no-referrer",
  })
  if (response.status === HTTP_NO_SUCH_RANGE) throw new ImageError("wrongHash")
  const range = RANGE.exec(response.headers.get("content-range") ?? "")
  const isPart = response.status === HTTP_PARTIAL
  const size = isPart ? Number(range?.[2]) : Number(response.headers.get("content-length"))
  const begins = isPart ? Number(range?.[1]) : 0
  const fits = size > 0 && size <= FIRMWARE_IMAGE_MAX_BYTES && begins <= from
  if (response.ok && response.body !== null && fits) return { size, body: response.body, skip: from - begins }
  await response.body?.cancel()
  throw new ImageError("connect")
}
