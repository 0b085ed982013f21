import { ImageError, type ImageFailure } from "./failure.ts"

/**
 * Images in IndexedDB, beside the log, by their MD5: what is whole or begun, and its bytes in parts. A whole image is one part where
 * the browser can join them, so that it is read as fast as the disk gives it. The worker alone writes to this database.
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

/** A transaction, and opening, take far less than a second; a whole image is written as one blob, which takes longer. */
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

  /** All of it is here; `whole` takes the place of the parts. */
  async finish(writer: string, image: ImageRow, whole: PartRow | null): Promise<void> {
    await this.#changeOwn(writer, image.hash, (images, parts) => {
      if (whole !== null) {
        parts.delete(partsOf(image.hash))
        parts.put(whole)
      }
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

  /** Nothing of it stays, unless another tab writes to it by now. */
  async forget(writer: string, hash: string): Promise<void> {
    await this.#changeOwn(writer, hash, (images, parts) => {
      parts.delete(partsOf(hash))
      images.delete(hash)
    })
  }

  /** Another worker may have started the image again: then the writer before it changes nothing any more. */
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
    // The browser deleted it meanwhile: no person cancelled it.
    if (row?.writer !== writer) throw new ImageError(row === undefined ? "storage" : "cancelled")
  }

  /** The image has these parts, and no others. */
  async replace(image: ImageRow, all: readonly PartRow[]): Promise<void> {
    await this.#change((images, parts) => {
      parts.delete(partsOf(image.hash))
      for (const part of all) parts.put(part)
      images.put(image)
    })
  }

  /** Of its parts only the chunks that the image counts stay; `last` is the part in which they end, where it was longer. */
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
      // A full disk shows itself here, not at the single write.
      transaction.onabort = () => reject(storageError(transaction.error))
      write(transaction.objectStore(IMAGES), transaction.objectStore(PARTS))
    })
  }

  /** A connection that was closed under us is opened again. */
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

/** What the browser answers; `unanswered` when it does not for `ms`. */
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
      // What an older release has kept is brought again: of it only the names stay, so that none is called deleted.
      const before = database.objectStoreNames.contains(IMAGES) ? transaction?.objectStore(IMAGES).getAllKeys() : null
      if (before == null) make([])
      else before.onsuccess = () => make(before.result)
    }
    opening.onblocked = () => reject(new ImageError("blocked"))
    opening.onsuccess = () => {
      const database = opening.result
      // A deletion or an upgrade of the database goes first; the next request opens it again.
      database.onversionchange = () => database.close()
      resolve(database)
    }
    opening.onerror = () => reject(storageError(opening.error))
  })

export const openImages = async (name: string): Promise<ImageDatabase> =>
  new ImageDatabase(name, await openDatabase(name))
