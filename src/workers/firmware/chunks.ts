import { createXXHash64, type IHasher } from "hash-wasm"
import { FIRMWARE_CHUNK_MAX_BYTES } from "../../domain/values/limits.ts"
import type { ImageDatabase, PartRow } from "./database.ts"
import { piecesOf } from "./reading.ts"

/**
 * Cuts arriving bytes into chunks of one length. All chunks share the same memory in turn, because copies would be
 * garbage of the size of the image. A chunk is valid until the next one is taken.
 */
export class Chunker {
  #chunk = new Uint8Array(FIRMWARE_CHUNK_MAX_BYTES)
  /** Bytes of the incomplete chunk. */
  filled = 0

  forget(): void {
    this.filled = 0
  }

  /** The content of the incomplete chunk. */
  begun(): Uint8Array<ArrayBuffer> {
    return this.#chunk.subarray(0, this.filled)
  }

  /** The chunks that these bytes complete. */
  *add(bytes: Uint8Array): Generator<Uint8Array<ArrayBuffer>> {
    for (let taken = 0; taken < bytes.length; ) {
      const room = this.#chunk.subarray(this.filled)
      const some = bytes.subarray(taken, taken + room.length)
      room.set(some)
      taken += some.length
      this.filled += some.length
      if (this.filled === this.#chunk.length) yield this.#taken()
    }
  }

  /** The shorter last chunk; undefined when nothing is left. */
  rest(): Uint8Array<ArrayBuffer> | undefined {
    return this.filled === 0 ? undefined : this.#taken()
  }

  #taken(): Uint8Array<ArrayBuffer> {
    const chunk = this.begun()
    this.filled = 0
    return chunk
  }
}

/**
 * The checksum that shows whether a stored chunk is unchanged. It finds damage; the MD5 of the whole finds an image
 * that was replaced. A second MD5 of every byte would cost ten times as much.
 */
export const createChecksum = createXXHash64

export const digestOf = (hasher: IHasher, bytes: Uint8Array): string => {
  hasher.init()
  hasher.update(bytes)
  return hasher.digest("hex")
}

/** Each chunk is valid until the next one is taken. */
export const chunksIn = async function* (bytes: Blob): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const chunker = new Chunker()
  for await (const piece of piecesOf(bytes.stream())) yield* chunker.add(piece)
  const rest = chunker.rest()
  if (rest !== undefined) yield rest
}

/** The beginning of a part, as far as its chunks match their checksums. */
const goodOf = async (part: PartRow, hasher: IHasher, each: (chunk: Uint8Array) => void): Promise<PartRow> => {
  let good = 0
  try {
    for await (const chunk of chunksIn(part.bytes)) {
      if (digestOf(hasher, chunk) !== part.checksums[good]) break
      each(chunk)
      good += 1
    }
  } catch {
    // Bytes that the disk no longer returns count as damaged.
  }
  if (good === part.checksums.length) return part
  return {
    ...part,
    checksums: part.checksums.slice(0, good),
    bytes: part.bytes.slice(0, good * FIRMWARE_CHUNK_MAX_BYTES),
  }
}

/**
 * The number of stored chunks before the first missing or damaged one. `last` is the part in which they end, when that
 * part has more chunks.
 */
export const goodParts = async (
  images: ImageDatabase,
  hash: string,
  each: (chunk: Uint8Array) => void,
): Promise<{ readonly chunks: number; readonly last: PartRow | null }> => {
  const hasher = await createChecksum()
  let chunks = 0
  for (const part of await images.parts(hash)) {
    if (part.from !== chunks) break
    const good = await goodOf(part, hasher, each)
    chunks += good.checksums.length
    if (good !== part) return { chunks, last: good.checksums.length > 0 ? good : null }
  }
  return { chunks, last: null }
}
