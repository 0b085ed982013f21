import { type Build, parseBuild } from "../values/firmware.ts"
import { FIRMWARE_IMAGE_MAX_BYTES } from "../values/limits.ts"
import { invalid, type Parsed, valid } from "../values/parsed.ts"

/** The latest firmware as the provider publishes it (FW-1). `hash` is the MD5 of the image, lower-case hexadecimal. */
export interface LatestFirmware {
  readonly build: Build
  readonly hash: string
}

/** Longest latest-firmware text that is read, characters. */
export const LATEST_TEXT_MAX = 256

/** Reads `build|hash`; a trailing line end is accepted. */
export const parseLatestFirmware = (text: string): Parsed<LatestFirmware, "invalidFirmwareText"> => {
  if (text.length > LATEST_TEXT_MAX) return invalid("invalidFirmwareText")
  const match = /^([0-9]{1,15})\|([0-9a-f]{32})$/i.exec(text.trim())
  if (match?.[1] === undefined || match[2] === undefined) return invalid("invalidFirmwareText")
  const build = parseBuild(match[1])
  return build.ok ? valid({ build: build.value, hash: match[2].toLowerCase() }) : invalid("invalidFirmwareText")
}

const RANGE = /^bytes ([0-9]+)-([0-9]+)\/([0-9]+)$/
const HTTP_PARTIAL = 206
const HTTP_NO_SUCH_RANGE = 416

/** What the body of an answer is of the image: from which byte on, up to which, and how many bytes the whole has. */
export interface ImageBody {
  readonly from: number
  /** The first byte after it. */
  readonly until: number
  readonly size: number
}

/**
 * Reads the answer to a request for an image, or for a range of it. A server without ranges gives all of it again; one
 * whose image is shorter than that has another image. Null when it is no image at all.
 */
export const readImageAnswer = ({
  ok,
  status,
  headers,
}: {
  readonly ok: boolean
  readonly status: number
  readonly headers: { readonly get: (name: string) => string | null }
}): ImageBody | "otherImage" | null => {
  if (status === HTTP_NO_SUCH_RANGE) return "otherImage"
  const range = status === HTTP_PARTIAL ? RANGE.exec(headers.get("content-range") ?? "") : undefined
  const size = Number(range === undefined ? headers.get("content-length") : range?.[3])
  if (!ok || !(size > 0 && size <= FIRMWARE_IMAGE_MAX_BYTES)) return null
  const [, first = 0, last = size - 1] = range ?? []
  return { from: Number(first), until: Number(last) + 1, size }
}
