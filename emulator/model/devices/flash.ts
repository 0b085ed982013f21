import { invalid, type Parsed, valid } from "../../../src/domain/values/parsed.ts"
import type { Chunk } from "../../../src/domain/wire/device/chunk.ts"
import { CHUNK_MAX_BYTES, CHUNK_MIN_BYTES, IMAGE_MAX_BYTES } from "../../../src/domain/wire/device/limits.ts"
import type { DeviceRefusal } from "../../../src/domain/wire/device/session.ts"
import type { Hasher } from "./ports.ts"

/**
 * The spare slot while an image is written into it. Written chunks outlive a power cut. The slot keeps only the MD5 of
 * the bytes, because they are never read.
 */

export interface ImagePlan {
  readonly build: number
  /** MD5 of the image. */
  readonly hash: string
  /** Bytes of the image, and of each chunk but the last. */
  readonly size: number
  readonly chunk: number
}

export interface Flash {
  readonly plan: ImagePlan
  readonly hasher: Hasher
  /** The next wanted chunk, which is also the number of written ones. */
  next: number
}

export const isSound = ({ size, chunk }: ImagePlan): boolean =>
  size > 0 && size <= IMAGE_MAX_BYTES && chunk >= CHUNK_MIN_BYTES && chunk <= CHUNK_MAX_BYTES

export const isSame = (one: ImagePlan, other: ImagePlan): boolean =>
  one.build === other.build && one.hash === other.hash && one.size === other.size && one.chunk === other.chunk

export const openFlash = (plan: ImagePlan, hasher: Hasher): Flash => ({ plan, hasher, next: 0 })

export const chunksOf = ({ size, chunk }: ImagePlan): number => Math.ceil(size / chunk)

export const isComplete = (flash: Flash): boolean => flash.next === chunksOf(flash.plan)

export const receivedPercent = (flash: Flash): number => (100 * flash.next) / chunksOf(flash.plan)

const lengthOf = ({ size, chunk }: ImagePlan, index: number): number => Math.min(chunk, size - index * chunk)

/**
 * Writes a chunk when it is the next one, has the right length, and is intact. Otherwise changes nothing. `spoil`
 * writes other bytes.
 */
export const writeChunk = (
  flash: Flash,
  chunk: Chunk,
  newHasher: () => Hasher,
  spoil: boolean,
): Parsed<number, DeviceRefusal> => {
  const { next, plan } = flash
  if (isComplete(flash) || chunk.index !== next || chunk.bytes.byteLength !== lengthOf(plan, next))
    return invalid({ code: "wrong-chunk", next })
  const own = newHasher()
  own.update(chunk.bytes)
  if (own.hex() !== chunk.md5) return invalid({ code: "bad-chunk", next })
  flash.hasher.update(spoil ? chunk.bytes.map((byte) => byte ^ 1) : chunk.bytes)
  flash.next += 1
  return valid(flash.next)
}
