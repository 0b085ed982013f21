import { createMD5, type IHasher } from "hash-wasm"
import { FIRMWARE_CHUNK_MAX_BYTES } from "../../domain/values/limits.ts"
import { Chunker, createChecksum, digestOf, goodParts } from "./chunks.ts"
import type { ImageDatabase, ImageRow, PartRow } from "./database.ts"
import { ImageError } from "./failure.ts"

/** Chunks in one part of an incomplete image: 1 MiB is fast, and little to lose. */
const CHUNKS_A_PART = 4

/**
 * The garbage collector does not count the content of blobs, so the blobs of a hundred parts would stay in memory. For
 * each part the writer makes an empty buffer of this size, which the collector counts, and holds it until the next
 * part.
 */
const COUNTED_BYTES = 12 * 1024 * 1024

export interface Named {
  readonly build: number
  readonly hash: string
}

/** An incomplete image: its chunks with checksums, and the MD5 of all of them. */
export class ImageWriter {
  readonly #images: ImageDatabase
  readonly #whole: IHasher
  readonly #single: IHasher
  readonly #chunker = new Chunker()
  readonly #writer: string
  /** The chunks that are to be written as one blob. */
  readonly #part = new Uint8Array(CHUNKS_A_PART * FIRMWARE_CHUNK_MAX_BYTES)
  #filled = 0
  #checksums: string[] = []
  /** The counted buffer of the latest part. */
  readonly #counted: ArrayBuffer[] = []
  #row: ImageRow

  private constructor(images: ImageDatabase, row: ImageRow, writer: string, whole: IHasher, single: IHasher) {
    this.#images = images
    this.#row = row
    this.#writer = writer
    this.#whole = whole
    this.#single = single
  }

  /**
   * Continues after the last chunk with the right checksum, and drops everything after a bad one. A writer of this
   * image in another worker loses its access.
   */
  static async begin(images: ImageDatabase, { build, hash }: Named): Promise<ImageWriter> {
    const [whole, single] = await Promise.all([createMD5(), createChecksum()])
    whole.init()
    const kept = (await images.image(hash)) ?? { hash, build, size: 0, chunks: 0, isWhole: false }
    const { chunks, last } = await goodParts(images, hash, (chunk) => whole.update(chunk))
    const writer = crypto.randomUUID()
    const row = { ...kept, build, chunks, isWhole: false, writer }
    await images.cut(row, last)
    return new ImageWriter(images, row, writer, whole, single)
  }

  /** Bytes that are stored and need no further request. The shorter last chunk counts once all bytes have come. */
  get kept(): number {
    const { chunks, size } = this.#row
    const bytes = chunks * FIRMWARE_CHUNK_MAX_BYTES
    return size > 0 ? Math.min(bytes, size) : bytes
  }

  /** Bytes that have arrived. */
  get at(): number {
    return this.kept + this.#filled + this.#chunker.filled
  }

  /** True when the length of the image is known and all of it has arrived. */
  get isFull(): boolean {
    return this.#row.size > 0 && this.at === this.#row.size
  }

  /** True when the arrived bytes are the image: the hash decides, whatever length a server reports. */
  get isRight(): boolean {
    const before = this.#whole.save()
    this.#whole.update(this.#chunker.begun())
    const isRight = this.#whole.digest("hex") === this.#row.hash
    this.#whole.load(before)
    return isRight
  }

  async add(bytes: Uint8Array): Promise<void> {
    for (const chunk of this.#chunker.add(bytes)) {
      this.#take(chunk)
      if (this.#filled === this.#part.length) await this.#flush()
    }
  }

  /** Drops the incomplete chunk, and keeps complete ones. */
  async breakOff(): Promise<void> {
    this.#chunker.forget()
    await this.#flush()
  }

  /** Drops all arrived bytes, because they do not belong to the image. */
  async restart(): Promise<void> {
    this.#chunker.forget()
    this.#filled = 0
    this.#checksums = []
    this.#whole.init()
    this.#row = { ...this.#row, chunks: 0, size: 0 }
    await this.#images.clear(this.#writer, this.#row)
  }

  /** Checks the complete image. A wrong one is deleted. */
  async end(): Promise<ImageRow> {
    this.#row = { ...this.#row, size: this.at }
    const rest = this.#chunker.rest()
    if (rest !== undefined) this.#take(rest)
    const { hash } = this.#row
    if (this.#whole.digest("hex") !== hash) {
      await this.forget()
      throw new ImageError("wrongHash")
    }
    await this.#flush()
    const parts = await this.#images.parts(hash)
    const { writer, ...row } = this.#row
    const kept = { ...row, isWhole: true }
    await this.#images.finish(this.#writer, kept, canJoin() ? joined(hash, parts) : null)
    return kept
  }

  /** Deletes the image, unless another tab writes to it by now. */
  async forget(): Promise<void> {
    await this.#images.forget(this.#writer, this.#row.hash).catch(() => undefined)
  }

  #take(bytes: Uint8Array<ArrayBuffer>): void {
    this.#whole.update(bytes)
    this.#part.set(bytes, this.#filled)
    this.#filled += bytes.length
    this.#checksums.push(digestOf(this.#single, bytes))
  }

  async #flush(): Promise<void> {
    if (this.#filled === 0) return
    const bytes = new Blob([this.#part.subarray(0, this.#filled)])
    const checksums = this.#checksums
    this.#filled = 0
    this.#checksums = []
    const { hash, chunks: from } = this.#row
    const row = { ...this.#row, chunks: from + checksums.length }
    await this.#images.add(this.#writer, row, { hash, from, checksums, bytes })
    this.#row = row
    this.#counted[0] = new ArrayBuffer(COUNTED_BYTES)
  }
}

/**
 * WebKit (2.50) can often never read a blob that was made of stored blobs and stored again (NotFoundError). There the
 * parts stay separate.
 */
const canJoin = (): boolean => !navigator.userAgent.includes("AppleWebKit/605.")

const joined = (hash: string, parts: readonly PartRow[]): PartRow => ({
  hash,
  from: 0,
  checksums: parts.flatMap(({ checksums }) => checksums),
  bytes: new Blob(parts.map(({ bytes }) => bytes)),
})
