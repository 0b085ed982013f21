import { createHash } from "node:crypto"
import { FIRMWARE_CHUNK_MAX_BYTES } from "../../../src/domain/values/limits.ts"

/** The one image of a run: small, so that a seed is quick, but of several chunks on each hop. */

export const OLD_BUILD = 240_918_112_030
export const NEW_BUILD = 241_204_091_500
/** Bytes of one chunk towards a device, as the bridge sends them. */
export const DEVICE_CHUNK_BYTES = 128 * 1024

const SIZE = 2 * FIRMWARE_CHUNK_MAX_BYTES + 77

export const md5Of = (bytes: Uint8Array): string => createHash("md5").update(bytes).digest("hex")

const cut = (bytes: Uint8Array, length: number): readonly Uint8Array[] =>
  Array.from({ length: Math.ceil(bytes.length / length) }, (_, index) =>
    bytes.subarray(index * length, (index + 1) * length),
  )

const chunksOf = (bytes: Uint8Array, length: number) =>
  cut(bytes, length).map((chunk) => ({ bytes: chunk, md5: md5Of(chunk) }))

const BYTES = new Uint8Array(SIZE).map((_, index) => (index * 31) % 251)

export const image = {
  hash: md5Of(BYTES),
  size: SIZE,
  /** The chunks from a page to the native side, and from there to a device. */
  chunks: chunksOf(BYTES, FIRMWARE_CHUNK_MAX_BYTES),
  deviceChunks: chunksOf(BYTES, DEVICE_CHUNK_BYTES),
} as const
