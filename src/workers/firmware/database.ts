import { ImageError, type ImageFailure } from "./failure.ts"

/**
 * Images in IndexedDB, beside the log, by their MD5: complete and incomplete ones, with their bytes in parts. A
 * complete image is one part where the browser can join parts, so that it reads as fast as the disk. Only the worker
 * writes to this database.
 */

export interface ImageRow {
  readonly hash: string
  readonly build: number
  /** Bytes of the whole image; 0 until the provider reports it. */
  readonly size: number
  /** Number of stored chunks, from the first on. */
  readonly chunks: number
  readonly isWhole: boolean
  /** The writer of an incomplete image. */
  readonly writer?: string
}

/** Consecutive chunks of an image. */
export interface PartRow {
  readonly hash: string
  /** The number of its first chunk. */
  readonly from: number
  /** The checksums of its chunks, in order. */
  readonly checksums: readonly string[]
  readonly bytes: Blob
}

const IMAGES = "images"
const PARTS = "parts"
const VERSION = 3

/**
 * A transaction, and opening, take far less than a second. A complete image is written as one blob, which takes longer.
 */
const PATIENCE_MS = 8_000
const WRITE_PATIENCE_MS = 60_000

const failures: Readonly<Record<string, ImageFailure>> = {
  QuotaExceededError: "quota",
  VersionError: "newer",
  SecurityError: "unavailable",
}

const storageError = (cause: DOMException | null): ImageError =>
  new ImageError(failures[cause?.name ?? ""] ?? "storage")

const partsOf = (hash: string, from = 0): IDBKeyRange =>
  IDBKeyRange.bound([hash, from], [hash, Number.MAX_SAFE_INTEGER])

const holds = (part: PartRow | undefined, hash: string, chunk: number): boolean =>
  part?.hash === hash && chunk >= part.from && chunk < part.from + part.checksums.length

export class ImageDatabase {
  readonly #name: string
  #database: IDBDatabase
  #last: PartRow | undefined

  constructor(name: string, database: IDBDatabase) {
    this.#name = name
    this.#database = database
  }

  image(hash: string): Promise<ImageRow | undefined> {
    return this.#read(IMAGES, (store) => store.get(hash))
  }

  all(): Promise<readonly ImageRow[]> {
    return this.#read(IMAGES, (store) => store.getAll())
  }

  /** The parts in order. */
  parts(hash: string): Promise<readonly PartRow[]> {
    return this.#read(PARTS, (store) => store.getAll(partsOf(hash)))
  }

  /** The part with this chunk. The last one is cached, because chunks are requested in order. */
  async part(hash: string, chunk: number): Promise<PartRow | undefined> {
    if (!holds(this.#last, hash, chunk)) this.#last = await this.#partUpTo(hash, chunk)
    return holds(this.#last, hash, chunk) ? this.#last : undefined
  }

  async #partUpTo(hash: string, chunk: number): Promise<PartRow | undefined> {
    const range = IDBKeyRange.bound([hash, 0], [hash, chunk])
    const cursor = await this.#read(PARTS, (store) => store.openCursor(range, "prev"))
    return cursor?.value
  }

  /** Stores a part and the row that counts it in one transaction, if the image still belongs to this writer. */
  async add(writer: string, image: ImageRow, part: PartRow): Promise<void> {
    await this.#changeOwn(writer, image.hash, (images, parts) => {
      parts.put(part)
      images.put(image)
    })
  }

  /** Marks the image as complete. `whole` replaces the parts. */
  async finish(writer: string, image: ImageRow, whole: PartRow | null): Promise<void> {
    await this.#changeOwn(writer, image.hash, (images, parts) => {
      if (whole !== null) {
        parts.delete(partsOf(image.hash))
        parts.put(whole)
      }
      images.put(image)
    })
  }

  /** Deletes all parts, if the image still belongs to this writer. */
  async clear(writer: string, image: ImageRow): Promise<void> {
    await this.#changeOwn(writer, image.hash, (images, parts) => {
      parts.delete(partsOf(image.hash))
      images.put(image)
    })
  }

  /** Deletes the image, unless another tab writes to it by now. */
  async forget(writer: string, hash: string): Promise<void> {
    await this.#changeOwn(writer, hash, (images, parts) => {
      parts.delete(partsOf(hash))
      images.delete(hash)
    })
  }

  /** Another worker may have started the image again. The earlier writer then changes nothing any more. */
  async #changeOwn(
    writer: string,
    hash: string,
    write: (images: IDBObjectStore, parts: IDBObjectStore) => void,
  ): Promise<void> {
    let row: ImageRow | undefined
    await this.#change((images, parts) => {
      const asked: IDBRequest<ImageRow | undefined> = images.get(hash)
      asked.onsuccess = () => {
        row = asked.result
        if (row?.writer === writer) write(images, parts)
      }
    })
    // A missing row means that the browser deleted it, because no person cancelled.
    if (row?.writer !== writer) throw new ImageError(row === undefined ? "storage" : "cancelled")
  }

  /** Replaces all parts of the image. */
  async replace(image: ImageRow, all: readonly PartRow[]): Promise<void> {
    await this.#change((images, parts) => {
      parts.delete(partsOf(image.hash))
      for (const part of all) parts.put(part)
      images.put(image)
    })
  }

  /**
   * Deletes the parts beyond the chunks that the image counts. `last` replaces the part in which they end, if that was
   * longer.
   */
  async cut(image: ImageRow, last: PartRow | null): Promise<void> {
    await this.#change((images, parts) => {
      parts.delete(partsOf(image.hash, image.chunks))
      if (last !== null) parts.put(last)
      images.put(image)
    })
  }

  async remove(hash: string): Promise<void> {
    await this.#change((images, parts) => {
      parts.delete(partsOf(hash))
      images.delete(hash)
    })
  }

  async #read<Row>(name: string, ask: (store: IDBObjectStore) => IDBRequest<Row>): Promise<Row> {
    const transaction = await this.#begun(name, "readonly")
    return answered(PATIENCE_MS, (resolve, reject) => {
      const request = ask(transaction.objectStore(name))
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(storageError(request.error))
    })
  }

  async #change(write: (images: IDBObjectStore, parts: IDBObjectStore) => void): Promise<void> {
    this.#last = undefined
    const transaction = await this.#begun([IMAGES, PARTS], "readwrite")
    return answered(WRITE_PATIENCE_MS, (resolve, reject) => {
      transaction.oncomplete = () => resolve()
      // A full disk shows here, not at the single write.
      transaction.onabort = () => reject(storageError(transaction.error))
      write(transaction.objectStore(IMAGES), transaction.objectStore(PARTS))
    })
  }

  /** Opens a connection again that the browser has closed. */
  async #begun(names: string | string[], mode: IDBTransactionMode): Promise<IDBTransaction> {
    const begin = () => this.#database.transaction(names, mode, { durability: "relaxed" })
    try {
      return begin()
    } catch {
      this.#database = await openDatabase(this.#name)
      return begin()
    }
  }
}

/** The browser's result; fails with `unanswered` when it does not come within `ms`. */
const answered = <Value>(
  ms: number,
  ask: (resolve: (value: Value) => void, reject: (error: unknown) => void) => void,
): Promise<Value> => {
  const { promise, resolve, reject } = Promise.withResolvers<Value>()
  const timer = setTimeout(() => reject(new ImageError("unanswered")), ms)
  try {
    ask(resolve, reject)
  } catch (cause) {
    reject(cause instanceof DOMException ? storageError(cause) : cause)
  }
  return promise.finally(() => clearTimeout(timer))
}

const openDatabase = (name: string): Promise<IDBDatabase> =>
  answered(PATIENCE_MS, (resolve, reject) => {
    const opening = indexedDB.open(name, VERSION)
    opening.onupgradeneeded = () => {
      const { result: database, transaction } = opening
      const make = (hashes: readonly IDBValidKey[]) => {
        for (const name of [...database.objectStoreNames]) database.deleteObjectStore(name)
        const images = database.createObjectStore(IMAGES, { keyPath: "hash" })
        database.createObjectStore(PARTS, { keyPath: ["hash", "from"] })
        for (const hash of hashes) images.put({ hash, build: 0, size: 0, chunks: 0, isWhole: false })
      }
      // Images of an older release are downloaded again. Their names stay, so that the app does not report them as
      // deleted.
      const before = database.objectStoreNames.contains(IMAGES) ? transaction?.objectStore(IMAGES).getAllKeys() : null
      if (before == null) make([])
      else before.onsuccess = () => make(before.result)
    }
    opening.onblocked = () => reject(new ImageError("blocked"))
    opening.onsuccess = () => {
      const database = opening.result
      // Closes for a deletion or an upgrade of the database. The next request opens it again.
      database.onversionchange = () => database.close()
      resolve(database)
    }
    opening.onerror = () => reject(storageError(opening.error))
  })

export const openImages = async (name: string): Promise<ImageDatabase> =>
  new ImageDatabase(name, await openDatabase(name))
