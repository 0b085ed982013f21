import { Effect } from "effect"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { watchSides } from "../../src/adapters/browser/sides.ts"
import { unkept } from "../../src/adapters/browser/unkept.ts"
import { BEAT, openBeside } from "../../src/adapters/storage/beside.ts"
import { APP_KEPT_CHECK_MS } from "../../src/domain/values/limits.ts"
import { openImages } from "../../src/workers/firmware/database.ts"
import { IMAGES_DATABASE } from "../../src/workers/firmware/name.ts"

/**
 * A database beside the log that another program empties while a page is open. The person learns which data was in it
 * (EVENT-4).
 */

let count = 0
let name = ""
const stops: (() => void)[] = []

beforeEach(() => {
  count += 1
  name = `sides-${count}`
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] })
  vi.spyOn(document, "hidden", "get").mockReturnValue(false)
})
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  vi.useRealTimers()
  vi.restoreAllMocks()
  for (const { part } of unkept.all()) unkept.clear(part)
})

const noted = () =>
  unkept
    .all()
    .map(({ part, reason }) => `${part}: ${reason}`)
    .sort()

const asked = <Value>(request: IDBRequest<Value>) =>
  new Promise<Value>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
const stored = async <Value>(store: string, ask: (rows: IDBObjectStore) => IDBRequest<Value>) => {
  const database = await asked(indexedDB.open(name))
  const result = await asked(ask(database.transaction(store, "readwrite").objectStore(store)))
  database.close()
  return result
}
const witnessed = () => vi.waitUntil(async () => (await stored("beats", (rows) => rows.get(2))) !== undefined)

/** A page that has checked once which data is stored. */
const opened = async ({ secrets = 1, frames = 1 } = {}) => {
  const { beside, close } = openBeside({ name })
  stops.push(close)
  const put = Effect.gen(function* () {
    if (secrets > 0)
      yield* beside("secrets", "rw", (rows) => rows.put({ account: "a", reference: "r", secret: "123456" }))
    if (frames > 0)
      yield* beside("frames", "rw", (rows) => rows.put({ account: "a", did: "d", at: 1, image: "data:," }))
  })
  await Effect.runPromise(put)
  let gone: string | null = null
  const imageGone = (hash: string) => {
    gone = hash
  }
  stops.push(watchSides({ name, imageHash: () => null, imageGone, imageOutdated: imageGone }))
  await witnessed()
  return { beside, gone: () => gone }
}

const clearAll = async () => {
  const database = await asked(indexedDB.open(name))
  const names = [...database.objectStoreNames]
  const transaction = database.transaction(names, "readwrite")
  for (const each of names) transaction.objectStore(each).clear()
  await new Promise((resolve) => transaction.addEventListener("complete", resolve))
  database.close()
}

test("[EVENT-4] deleted under an open page, what was in it is named at once", async () => {
  await opened()
  await asked(indexedDB.deleteDatabase(name))
  await vi.waitUntil(() => noted().length > 0, { timeout: 5_000 })
  expect(noted()).toEqual(["codes: deleted", "frames: deleted"])
})

test("[EVENT-4] what was stored since the last look is named as well when the database is deleted", async () => {
  const { beside } = await opened({ secrets: 0 })
  const secret = { account: "a", reference: "r", secret: "123456" }
  await Effect.runPromise(beside("secrets", "rw", (rows) => rows.put(secret)))
  await asked(indexedDB.deleteDatabase(name))
  await vi.waitUntil(() => noted().length > 0, { timeout: 5_000 })
  expect(noted()).toEqual(["codes: deleted", "frames: deleted"])
})

test("[EVENT-4] what was erased since the last look is not named", async () => {
  const { beside } = await opened()
  await Effect.runPromise(beside("secrets", "rw", (rows) => rows.clear()))
  await asked(indexedDB.deleteDatabase(name))
  await vi.waitUntil(() => noted().length > 0, { timeout: 5_000 })
  expect(noted()).toEqual(["frames: deleted"])
})

test("[EVENT-3][EVENT-4] a newer release in another tab that upgrades it finds it as it has left it, and nothing is called lost", async () => {
  const { beside } = await opened()
  const newer = indexedDB.open(name, 500)
  newer.onupgradeneeded = () => newer.result.deleteObjectStore("frames")
  const database = await asked(newer)
  const beat = beside("beats", "rw", (beats) => beats.put({ id: BEAT, at: 1 }))
  expect((await Effect.runPromise(Effect.flip(beat))).reason).toBe("newer")
  document.dispatchEvent(new Event("visibilitychange"))
  database.close()
  const after = await asked(indexedDB.open(name))
  expect([after.version, [...after.objectStoreNames], noted()]).toEqual([500, ["beats", "readings", "secrets"], []])
  after.close()
})

test("[EVENT-4] emptied row by row, it is named when the page looks again, once, and only what was there", async () => {
  await opened({ secrets: 0 })
  await clearAll()
  vi.advanceTimersByTime(APP_KEPT_CHECK_MS)
  await vi.waitUntil(() => noted().length > 0)
  expect(noted()).toEqual(["frames: deleted"])
  unkept.clear("frames")
  await witnessed()
  document.dispatchEvent(new Event("visibilitychange"))
  await witnessed()
  expect(noted()).toEqual([])
})

test("[EVENT-4] emptied and begun again by another tab, it is named as well", async () => {
  await opened({ frames: 0 })
  await clearAll()
  await stored("beats", (rows) => rows.put({ id: 2, at: 5 }))
  vi.advanceTimersByTime(APP_KEPT_CHECK_MS)
  await vi.waitUntil(() => noted().length > 0)
  expect(noted()).toEqual(["codes: deleted"])
})

test("[EVENT-4][AUTH-11] what we erase ourselves is no loss", async () => {
  const { beside } = await opened()
  for (const table of ["secrets", "frames"] as const)
    await Effect.runPromise(beside(table, "rw", (rows) => rows.clear()))
  const looks = vi.spyOn(IDBObjectStore.prototype, "count")
  vi.advanceTimersByTime(APP_KEPT_CHECK_MS)
  await vi.waitUntil(() => looks.mock.calls.length >= 3)
  await witnessed()
  expect(noted()).toEqual([])
})

const IMAGE = "0123456789abcdef0123456789abcdef"

/** The reports of a page that looks for this image once. */
const lookedFor = async (until: () => Promise<unknown>) => {
  const gone: string[] = []
  const renewed: string[] = []
  let kept: string | null = IMAGE
  const lost = (list: string[]) => (hash: string) => {
    list.push(hash)
    kept = null
  }
  stops.push(watchSides({ name, imageHash: () => kept, imageGone: lost(gone), imageOutdated: lost(renewed) }))
  await until()
  return { gone, renewed, noted: noted() }
}

/** The database of images as another release made it. */
const imagesOf = async (version: number, make: (database: IDBDatabase) => void) => {
  await asked(indexedDB.deleteDatabase(IMAGES_DATABASE))
  const opening = indexedDB.open(IMAGES_DATABASE, version)
  opening.onupgradeneeded = () => make(opening.result)
  return asked(opening)
}

test("[EVENT-3][FW-6] an image of an older release is brought again, and no person is said to have deleted it", async () => {
  await opened()
  const older = await imagesOf(2, (database) => {
    database.createObjectStore("images", { keyPath: "hash" }).put({ hash: IMAGE, build: 1, isWhole: true })
    database.createObjectStore("chunks", { keyPath: ["hash", "index"] })
  })
  older.close()
  // Either the page or the worker opens the database first. The worker does when another image is to be stored.
  const images = await openImages(IMAGES_DATABASE)
  expect(await images.all()).toMatchObject([{ hash: IMAGE, chunks: 0, isWhole: false }])
  const looked = vi.spyOn(IDBObjectStore.prototype, "get")
  const found = await lookedFor(() => vi.waitUntil(() => looked.mock.calls.some(([key]) => key === IMAGE)))
  await vi.waitUntil(() => found.renewed.length > 0)
  expect(found).toEqual({ gone: [], renewed: [IMAGE], noted: [] })
  await images.remove(IMAGE)
})

test("[EVENT-3][FW-6] an image that a newer release has taken over in another tab is not called deleted", async () => {
  await opened()
  await asked(indexedDB.deleteDatabase(IMAGES_DATABASE))
  const images = await openImages(IMAGES_DATABASE)
  const row = { hash: IMAGE, build: 1, size: 1, chunks: 1, isWhole: true }
  await images.replace(row, [{ hash: IMAGE, from: 0, checksums: ["x"], bytes: new Blob(["x"]) }])
  const looked = vi.spyOn(IDBFactory.prototype, "open")
  const found = await lookedFor(async () => {
    const newer = indexedDB.open(IMAGES_DATABASE, 90)
    newer.onupgradeneeded = () => newer.result.deleteObjectStore("images")
    const database = await asked(newer)
    looked.mockClear()
    await vi.waitUntil(() => {
      vi.advanceTimersByTime(APP_KEPT_CHECK_MS)
      return looked.mock.calls.filter(([at]) => at === IMAGES_DATABASE).length > 2
    })
    database.close()
  })
  expect(found).toEqual({ gone: [], renewed: [], noted: [] })
  await asked(indexedDB.deleteDatabase(IMAGES_DATABASE))
})

test("[EVENT-4][FW-6] an image that the log calls kept and the browser has deleted is said to be gone, and is kept no more", async () => {
  await opened()
  const hash = "0123456789abcdef0123456789abcdef"
  const images = await openImages(IMAGES_DATABASE)
  const row = { hash, build: 1, size: 1, chunks: 1, isWhole: true }
  await images.replace(row, [{ hash, from: 0, checksums: ["x"], bytes: new Blob(["x"]) }])
  const gone: string[] = []
  let kept: string | null = hash
  const imageGone = (lost: string) => {
    gone.push(lost)
    kept = null
  }
  const looked = vi.spyOn(IDBObjectStore.prototype, "get")
  stops.push(watchSides({ name, imageHash: () => kept, imageGone, imageOutdated: imageGone }))
  await vi.waitUntil(() => looked.mock.calls.some(([key]) => key === hash))
  await images.image(hash)
  expect([gone, noted()]).toEqual([[], []])
  await images.remove(hash)
  await vi.waitUntil(() => {
    vi.advanceTimersByTime(APP_KEPT_CHECK_MS)
    return gone.length > 0
  })
  expect([gone, noted()]).toEqual([[hash], ["image: deleted"]])
})
