import { type Build, parseBuild } from "../values/firmware.ts"
import { FIRMWARE_IMAGE_MAX_BYTES } from "../values/limits.ts"
import { invalid, type Parsed, valid } from "../values/parsed.ts"

/** The latest published firmware (FW-1). `hash` is the MD5 of the image, lower-case hexadecimal. */
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

const RANGE = /^bytes[ =]([0-9]+)-([0-9]+)\/([0-9]+|\*)$/i
const HTTP_PARTIAL = 206
const HTTP_NO_SUCH_RANGE = 416

/**
 * The description of an image in the reply to a request for it, or for a range of it. Each number is a hint: a server
 * or a proxy may compress the body, count it wrongly or return another range. Only the hash of the whole decides
 * (FW-7).
 */
export type ImageAnswer =
  | { readonly kind: "whole"; readonly size: number | null }
  /** `until` is the first byte after the range. */
  | { readonly kind: "part"; readonly from: number; readonly until: number; readonly size: number | null }
  /** No bytes follow the requested position. */
  | { readonly kind: "pastEnd" }
  /** More than an image can have. */
  | { readonly kind: "tooLarge" }

interface Headers {
  readonly get: (name: string) => string | null
}

/** The size in bytes, when the header holds a number that an image can have. */
const sizeIn = (text: string | null | undefined): number | null => {
  const size = /^[0-9]+$/.test(text ?? "") ? Number(text) : 0
  return size > 0 ? size : null
}

/** True for a compressed body: its length and ranges are those of the packed bytes. */
const isPacked = (headers: Headers): boolean => !/^(identity)?$/i.test(headers.get("content-encoding")?.trim() ?? "")

const readPart = (headers: Headers): ImageAnswer | null => {
  const match = RANGE.exec(headers.get("content-range")?.trim() ?? "")
  if (match === null || isPacked(headers) || /^multipart\//i.test(headers.get("content-type") ?? "")) return null
  const [from, until, total] = [Number(match[1]), Number(match[2]) + 1, sizeIn(match[3])]
  // A total that ends before the range is ignored.
  const size = total !== null && total >= until ? total : null
  return from < until && until <= FIRMWARE_IMAGE_MAX_BYTES ? { kind: "part", from, until, size } : null
}

/** Null when the reply holds no image, or an unusable range. */
export const readImageAnswer = ({
  ok,
  status,
  headers,
}: {
  readonly ok: boolean
  readonly status: number
  readonly headers: Headers
}): ImageAnswer | null => {
  if (status === HTTP_NO_SUCH_RANGE) return { kind: "pastEnd" }
  if (!ok) return null
  const answer: ImageAnswer | null =
    status === HTTP_PARTIAL
      ? readPart(headers)
      : { kind: "whole", size: isPacked(headers) ? null : sizeIn(headers.get("content-length")) }
  const isTooLarge = answer !== null && "size" in answer && (answer.size ?? 0) > FIRMWARE_IMAGE_MAX_BYTES
  return isTooLarge ? { kind: "tooLarge" } : answer
}
