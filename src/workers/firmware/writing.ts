import { createMD5, type IHasher } from "hash-wasm"
import { FIRMWARE_CHUNK_MAX_BYTES } from "../../domain/values/limits.ts"
import { Chunker, createChecksum, digestOf, goodParts } from "./chunks.ts"
import type { ImageDatabase, ImageRow, PartRow } from "./database.ts"
import { ImageError } from "./failure.ts"

/** Chunks of one part while an image grows: 1 MiB is fast, and little to lose. */
const CHUNKS_A_PART = 4

/**
 * The collector does not count what a blob holds: the blobs of a hundred parts waited for it, with all their bytes.
 * The collector gets this much to count for each part; it is empty and held until the next part.
 */
const COUNTED_BYTES = 12 * 1024 * 1024

export interface Named {
  readonly build: number
  readonly hash: string
}

/** One image while it grows: chunks with checksums, and the MD5 of all of them. */
export class ImageWriter {
  readonly #images: ImageDatabase
  readonly #whole: IHasher
  readonly #single: IHasher
  readonly #chunker = new Chunker()
  readonly #writer: string
  /** The chunks that wait to be written: one blob. */
  readonly #part = new Uint8Array(CHUNKS_A_PART * FIRMWARE_CHUNK_MAX_BYTES)
  #filled = 0
  #checksums: string[] = []
  /** For the latest part. */
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
   * Goes on after the last chunk whose checksum is right; what follows a bad one is dropped. A writer of this image in
   * another worker loses its access.
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

  /** Bytes that are kept, and can be asked for no more. The last chunk of all is shorter: it is here once everything has come. */
  get kept(): number {
    const { chunks, size } = this.#row
    const bytes = chunks * FIRMWARE_CHUNK_MAX_BYTES
    return size > 0 ? Math.min(bytes, size) : bytes
  }

  /** Bytes that have come. */
  get at(): number {
    return this.kept + this.#filled + this.#chunker.filled
  }

  /** Whether all of an image whose length is known has come. */
  get isFull(): boolean {
    return this.#row.size > 0 && this.at === this.#row.size
  }

  /** Whether what has come is the image: its hash judges, whatever a server says of its length. */
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

  /** What came of a chunk that broke off is forgotten; whole ones stay. */
  async breakOff(): Promise<void> {
    this.#chunker.forget()
    await this.#flush()
  }

  /** Nothing of what has come belongs to the image. */
  async restart(): Promise<void> {
    this.#chunker.forget()
    this.#filled = 0
    this.#checksums = []
    this.#whole.init()
    this.#row = { ...this.#row, chunks: 0, size: 0 }
    await this.#images.clear(this.#writer, this.#row)
  }

  /** Judges the whole; of a wrong one nothing stays. */
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

  /** Nothing of it stays, unless another tab writes to it by now. */
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
 * A blob that is made of stored ones and stored again can often not be read in WebKit (2.50): NotFoundError, for good. There the
 * parts stay as they are.
 */
const canJoin = (): boolean => !navigator.userAgent.includes("AppleWebKit/605.")

const joined = (hash: string, parts: readonly PartRow[]): PartRow => ({
  hash,
  from: 0,
  checksums: parts.flatMap(({ checksums }) => checksums),
  bytes: new Blob(parts.map(({ bytes }) => bytes)),
})
