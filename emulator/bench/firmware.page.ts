import { createMD5 } from "hash-wasm"
import { openImages } from "../../src/workers/firmware/database.ts"
import { keepFile, verify } from "../../src/workers/firmware/keeping.ts"

/**
 * Runs in a page with nothing else in it: the steps for an image on this computer, and the least that they can cost.
 */

interface Run {
  /** All in ms. */
  readonly hashed: number
  readonly verified: number
  /** Written and read as one plain blob of a database. */
  readonly written: number
  readonly read: number
  /** Kept as an image, hashes included, and its bytes read back. */
  readonly kept: number
  readonly readBack: number
}

/** Bytes that are hashed in one go. */
const PART = 1024 * 1024
const BUILD = 260_101_000_000
const never = new AbortController().signal
const nothing = (): void => undefined

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

const done = <Value>(request: IDBRequest<Value>): Promise<Value> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

const hashAll = async (bytes: Uint8Array): Promise<string> => {
  const hasher = await createMD5()
  hasher.init()
  for (let at = 0; at < bytes.length; at += PART) hasher.update(bytes.subarray(at, at + PART))
  return hasher.digest("hex")
}

const readAll = async (blob: Blob): Promise<void> => {
  const reader = blob.stream().getReader()
  while (!(await reader.read()).done);
}

const openFloor = async (): Promise<IDBDatabase> => {
  const request = indexedDB.open("bench.floor", 1)
  request.onupgradeneeded = () => request.result.createObjectStore("blobs")
  return done(request)
}

const writeBlob = async (database: IDBDatabase, blob: Blob): Promise<void> => {
  const transaction = database.transaction("blobs", "readwrite", { durability: "relaxed" })
  transaction.objectStore("blobs").put(blob, "image")
  await new Promise((resolve, reject) => {
    transaction.oncomplete = resolve
    transaction.onabort = () => reject(transaction.error)
  })
}

const blobOf = (database: IDBDatabase): Promise<Blob> =>
  done(database.transaction("blobs").objectStore("blobs").get("image"))

/** The chosen file is an image. Each run does all steps. */
export const measure = async (input: HTMLInputElement, runs: number): Promise<readonly Run[]> => {
  const file = input.files?.[0]
  if (file === undefined) throw new Error("no file was chosen")
  const [floor, images] = [await openFloor(), await openImages("bench.firmware")]
  const all: Run[] = []
  for (let run = 0; run < runs; run += 1) {
    let hash = ""
    const bytes = new Uint8Array(await file.arrayBuffer())
    const hashed = await timed(async () => {
      hash = await hashAll(bytes)
    })
    const written = await timed(() => writeBlob(floor, file.slice()))
    const kept = await timed(() => keepFile(images, { build: BUILD, hash }, file, never, nothing))
    const read = await timed(async () => readAll(await blobOf(floor)))
    const readBack = await timed(async () => {
      for (const part of await images.parts(hash)) await readAll(part.bytes)
    })
    const verified = await timed(() => verify(images, hash, never, nothing))
    all.push({ hashed, written, kept, read, readBack, verified })
    await images.remove(hash)
  }
  return all
}
