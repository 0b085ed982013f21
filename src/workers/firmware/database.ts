import { ImageError } from "./failure.ts"

/**
 * Images in IndexedDB, beside the log, by their MD5: what is whole or begun, and its bytes in parts. A whole image is one part, so
 * that it is read as fast as the disk gives it. The worker alone opens this database.
 */

export interface ImageRow {
  readonly hash: string
  readonly build: number
  /** Bytes of the whole; 0 until the provider has said. */
  readonly size: number
  /** Chunks that are here, from the first on. */
  readonly chunks: number
  readonly isWhole: boolean
  /** Who writes to it while it grows. */
  readonly writer?: string
}

/** Some chunks in a row. */
export interface PartRow {
  readonly hash: string
  /** The number of its first chunk. */
  readonly from: number
  /** Of its chunks, in their order. */
  readonly checksums: readonly string[]
  readonly bytes: Blob
}

const IMAGES = "images"
const PARTS = "parts"
const VERSION = 3

const storageError = (cause: DOMException | null): ImageError =>
  new ImageError(cause?.name === "QuotaExceededError" ? "quota" : "storage")

const partsOf = (hash: string): IDBKeyRange => IDBKeyRange.bound([hash, 0], [hash, Number.MAX_SAFE_INTEGER])

const holds = (part: PartRow | undefined, hash: string, chunk: number): boolean =>
  part?.hash === hash && chunk >= part.from && chunk < part.from + part.checksums.length

export class Images {
  readonly #database: IDBDatabase
  #last: PartRow | undefined

  constructor(database: IDBDatabase) {
    this.#database = database
  }

  image(hash: string): Promise<ImageRow | undefined> {
    return this.#read(IMAGES, (store) => store.get(hash))
  }

  all(): Promise<readonly ImageRow[]> {
    return this.#read(IMAGES, (store) => store.getAll())
  }

  /** In their order. */
  parts(hash: string): Promise<readonly PartRow[]> {
    return this.#read(PARTS, (store) => store.getAll(partsOf(hash)))
  }

  /** The part that holds this chunk; the one asked for last is at hand, because chunks are asked for in a row. */
  async part(hash: string, chunk: number): Promise<PartRow | undefined> {
    if (!holds(this.#last, hash, chunk)) this.#last = await this.#partUpTo(hash, chunk)
    return holds(this.#last, hash, chunk) ? this.#last : undefined
  }

  async #partUpTo(hash: string, chunk: number): Promise<PartRow | undefined> {
    const range = IDBKeyRange.bound([hash, 0], [hash, chunk])
    const cursor = await this.#read(PARTS, (store) => store.openCursor(range, "prev"))
    return cursor?.value
  }

  /** A part and the row that counts it, together or not at all; the image is still this writer's. */
  async add(writer: string, image: ImageRow, part: PartRow): Promise<void> {
    await this.#changeOwn(writer, image.hash, (images, parts) => {
      parts.put(part)
      images.put(image)
    })
  }

  /** All of it in one part. */
  async finish(writer: string, image: ImageRow, whole: PartRow): Promise<void> {
    await this.#changeOwn(writer, image.hash, (images, parts) => {
      parts.delete(partsOf(image.hash))
      parts.put(whole)
      images.put(image)
    })
  }

  /** None of its parts stays; the image is still this writer's. */
  async clear(writer: string, image: ImageRow): Promise<void> {
    await this.#changeOwn(writer, image.hash, (images, parts) => {
      parts.delete(partsOf(image.hash))
      images.put(image)
    })
  }

  /** Nothing of it stays, unless somebody else writes to it by now. */
  async forget(writer: string, hash: string): Promise<void> {
    await this.#changeOwn(writer, hash, (images, parts) => {
      parts.delete(partsOf(hash))
      images.delete(hash)
    })
  }

  /** Another worker may have begun the image anew: then whoever wrote to it before changes nothing any more. */
  async #changeOwn(
    writer: string,
    hash: string,
    write: (images: IDBObjectStore, parts: IDBObjectStore) => void,
  ): Promise<void> {
    let isOwn = false
    await this.#change((images, parts) => {
      const asked: IDBRequest<ImageRow | undefined> = images.get(hash)
      asked.onsuccess = () => {
        isOwn = asked.result?.writer === writer
        if (isOwn) write(images, parts)
      }
    })
    if (!isOwn) throw new ImageError("cancelled")
  }

  /** The image has these parts, and no others. */
  async replace(image: ImageRow, all: readonly PartRow[]): Promise<void> {
    await this.#change((images, parts) => {
      parts.delete(partsOf(image.hash))
      for (const part of all) parts.put(part)
      images.put(image)
    })
  }

  async remove(hash: string): Promise<void> {
    await this.#change((images, parts) => {
      parts.delete(partsOf(hash))
      images.delete(hash)
    })
  }

  #read<Row>(name: string, ask: (store: IDBObjectStore) => IDBRequest<Row>): Promise<Row> {
    return new Promise((resolve, reject) => {
      const request = ask(this.#database.transaction(name).objectStore(name))
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(storageError(request.error))
    })
  }

  #change(write: (images: IDBObjectStore, parts: IDBObjectStore) => void): Promise<void> {
    this.#last = undefined
    return new Promise((resolve, reject) => {
      const transaction = this.#database.transaction([IMAGES, PARTS], "readwrite", { durability: "relaxed" })
      transaction.oncomplete = () => resolve()
      // A full disk shows itself here, not at the single write.
      transaction.onabort = () => reject(storageError(transaction.error))
      write(transaction.objectStore(IMAGES), transaction.objectStore(PARTS))
    })
  }
}

export const openImages = (name: string): Promise<Images> =>
  new Promise((resolve, reject) => {
    const opening = indexedDB.open(name, VERSION)
    opening.onupgradeneeded = () => {
      // What an older release has kept is brought again: nothing of it is worth a second way of reading.
      for (const name of [...opening.result.objectStoreNames]) opening.result.deleteObjectStore(name)
      opening.result.createObjectStore(IMAGES, { keyPath: "hash" })
      opening.result.createObjectStore(PARTS, { keyPath: ["hash", "from"] })
    }
    opening.onsuccess = () => {
      const database = opening.result
      // Whoever deletes the database or upgrades it goes first; the next question opens it again.
      database.onversionchange = () => database.close()
      resolve(new Images(database))
    }
    opening.onerror = () => reject(storageError(opening.error))
  })
