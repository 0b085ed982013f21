import { ImageError } from "./failure.ts"

/**
 * Images in IndexedDB, beside the log, by their MD5: what is whole or begun, and the chunks of each with their checksums. The worker
 * alone opens this database.
 */

export interface ImageRow {
  readonly hash: string
  readonly build: number
  /** Bytes of the whole; 0 until the provider has said. */
  readonly size: number
  /** Chunks that are here, from the first on. */
  readonly chunks: number
  readonly isWhole: boolean
}

export interface ChunkRow {
  readonly hash: string
  readonly index: number
  readonly md5: string
  readonly bytes: ArrayBuffer
}

const IMAGES = "images"
const CHUNKS = "chunks"
const VERSION = 1

const storageError = (cause: DOMException | null): ImageError =>
  new ImageError(cause?.name === "QuotaExceededError" ? "quota" : "storage")

export class Images {
  readonly #database: IDBDatabase

  constructor(database: IDBDatabase) {
    this.#database = database
  }

  image(hash: string): Promise<ImageRow | undefined> {
    return this.#read(IMAGES, (store) => store.get(hash))
  }

  all(): Promise<readonly ImageRow[]> {
    return this.#read(IMAGES, (store) => store.getAll())
  }

  chunk(hash: string, index: number): Promise<ChunkRow | undefined> {
    return this.#read(CHUNKS, (store) => store.get([hash, index]))
  }

  /** Chunks and the row that counts them, together or not at all. */
  async write(image: ImageRow, chunks: readonly ChunkRow[]): Promise<void> {
    await this.#change((images, stored) => {
      for (const chunk of chunks) stored.put(chunk)
      images.put(image)
    })
  }

  /** Forgets the chunks from `chunks` on. */
  async cut(image: ImageRow): Promise<void> {
    await this.#change((images, stored) => {
      stored.delete(IDBKeyRange.bound([image.hash, image.chunks], [image.hash, Number.MAX_SAFE_INTEGER]))
      images.put(image)
    })
  }

  async remove(hash: string): Promise<void> {
    await this.#change((images, stored) => {
      stored.delete(IDBKeyRange.bound([hash, 0], [hash, Number.MAX_SAFE_INTEGER]))
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

  #change(write: (images: IDBObjectStore, chunks: IDBObjectStore) => void): Promise<void> {
    return new Promise((resolve, reject) => {
      const transaction = this.#database.transaction([IMAGES, CHUNKS], "readwrite", { durability: "relaxed" })
      transaction.oncomplete = () => resolve()
      // A full disk shows itself here, not at the single write.
      transaction.onabort = () => reject(storageError(transaction.error))
      write(transaction.objectStore(IMAGES), transaction.objectStore(CHUNKS))
    })
  }
}

export const openImages = (name: string): Promise<Images> =>
  new Promise((resolve, reject) => {
    const opening = indexedDB.open(name, VERSION)
    opening.onupgradeneeded = () => {
      opening.result.createObjectStore(IMAGES, { keyPath: "hash" })
      opening.result.createObjectStore(CHUNKS, { keyPath: ["hash", "index"] })
    }
    opening.onsuccess = () => {
      const database = opening.result
      // Whoever deletes the database or upgrades it goes first; the next question opens it again.
      database.onversionchange = () => database.close()
      resolve(new Images(database))
    }
    opening.onerror = () => reject(storageError(opening.error))
  })
