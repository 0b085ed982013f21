import { createMD5, type IHasher } from "hash-wasm"
import { FIRMWARE_CHUNK_MAX_BYTES } from "../../domain/values/limits.ts"
import type { ChunkRow, ImageRow, Images } from "./database.ts"
import { ImageError } from "./failure.ts"

/** Chunks written in one transaction: 1 MiB is fast, and little to lose. */
const CHUNKS_A_WRITE = 4

export interface Named {
  readonly build: number
  readonly hash: string
}

/** One image while it grows: chunks with checksums, and the MD5 of all of them. */
export class Writing {
  readonly #images: Images
  readonly #whole: IHasher
  readonly #part: IHasher
  readonly #waiting: ChunkRow[] = []
  #row: ImageRow
  #chunk = new Uint8Array(FIRMWARE_CHUNK_MAX_BYTES)
  #filled = 0

  private constructor(images: Images, row: ImageRow, whole: IHasher, part: IHasher) {
    this.#images = images
    this.#row = row
    this.#whole = whole
    this.#part = part
  }

  /** Goes on after the last chunk whose checksum is right; what follows a bad one is forgotten. */
  static async begin(images: Images, { build, hash }: Named): Promise<Writing> {
    const [whole, part] = await Promise.all([createMD5(), createMD5()])
    whole.init()
    const kept = (await images.image(hash)) ?? { hash, build, size: 0, chunks: 0, isWhole: false }
    let good = 0
    for (; good < kept.chunks; good += 1) {
      const chunk = await images.chunk(hash, good)
      if (chunk === undefined || md5Of(part, new Uint8Array(chunk.bytes)) !== chunk.md5) break
      whole.update(new Uint8Array(chunk.bytes))
    }
    // A short chunk is the last one: nothing can follow it.
    const isEnded = kept.size > 0 && good * FIRMWARE_CHUNK_MAX_BYTES > kept.size
    const row = { ...kept, build, chunks: isEnded ? 0 : good, isWhole: false }
    if (isEnded) whole.init()
    await images.cut(row)
    return new Writing(images, row, whole, part)
  }

  /** Bytes that are kept, and can be asked for no more. */
  get kept(): number {
    return this.#row.chunks * FIRMWARE_CHUNK_MAX_BYTES
  }

  /** Bytes that have come. */
  get at(): number {
    return this.kept + this.#waiting.length * FIRMWARE_CHUNK_MAX_BYTES + this.#filled
  }

  /** Whether all of it has come. */
  get isFull(): boolean {
    return this.#row.size > 0 && this.at === this.#row.size
  }

  /** Another length is another image: nothing that is here belongs to it. */
  sized(size: number): void {
    if (this.#row.size > 0 && this.#row.size !== size) throw new ImageError("wrongHash")
    this.#row = { ...this.#row, size }
  }

  async add(bytes: Uint8Array): Promise<void> {
    let taken = 0
    while (taken < bytes.length) {
      const room = this.#chunk.subarray(this.#filled)
      const some = bytes.subarray(taken, taken + room.length)
      room.set(some)
      taken += some.length
      this.#filled += some.length
      if (this.#filled === this.#chunk.length) this.#close()
      if (this.#waiting.length >= CHUNKS_A_WRITE) await this.#flush()
    }
  }

  /** What came of a chunk that broke off is forgotten; whole ones stay. */
  async breakOff(): Promise<void> {
    this.#filled = 0
    await this.#flush()
  }

  /** Judges the whole; of a wrong one nothing stays. */
  async end(): Promise<ImageRow> {
    if (this.#filled > 0) this.#close()
    const isRight = this.#whole.digest("hex") === this.#row.hash
    if (!isRight) {
      await this.#images.remove(this.#row.hash)
      throw new ImageError("wrongHash")
    }
    this.#row = { ...this.#row, isWhole: true }
    await this.#flush()
    return this.#row
  }

  #close(): void {
    const bytes = this.#chunk.slice(0, this.#filled)
    const { hash, chunks } = this.#row
    const md5 = md5Of(this.#part, bytes)
    this.#whole.update(bytes)
    this.#waiting.push({ hash, index: chunks + this.#waiting.length, md5, bytes: bytes.buffer })
    this.#filled = 0
  }

  async #flush(): Promise<void> {
    const chunks = this.#waiting.splice(0)
    const row = { ...this.#row, chunks: this.#row.chunks + chunks.length }
    await this.#images.write(row, chunks)
    this.#row = row
  }
}

export const md5Of = (hasher: IHasher, bytes: Uint8Array): string => {
  hasher.init()
  hasher.update(bytes)
  return hasher.digest("hex")
}
