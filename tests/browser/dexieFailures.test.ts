import Dexie from "dexie"
import { Effect } from "effect"
import { afterEach, expect, test, vi } from "vitest"
import { type DexieStore, makeDexieStore } from "../../src/adapters/storage/dexie.ts"
import type { StoredEvent } from "../../src/domain/event/event.ts"
import type { EventStore, StoreError } from "../../src/domain/ports/eventStore.ts"

/** External events of the database: it is blocked, removed, refused or deleted. */

const VERSION = 1
/** The numbers that IndexedDB has for Dexie's versions 2 and 3. */
const NATIVE_NOW = 20
const NATIVE_NEXT = 30

const event = (seq: number): StoredEvent => ({
  seq,
  id: `id-${seq}`,
  type: "tested",
  v: 1,
  at: seq,
  account: null,
  tab: "tab",
  cause: null,
  payload: {},
})
const add = (store: EventStore["Service"], seq: number, durability: "strict" | "relaxed" = "strict") =>
  Effect.runPromise(store.append(seq - 1, () => [event(seq)], durability))
const reason = (effect: Effect.Effect<unknown, StoreError>) =>
  Effect.runPromise(Effect.match(effect, { onFailure: (error): string => error.reason, onSuccess: () => "succeeded" }))

let count = 0
const opened: DexieStore[] = []
const newName = () => {
  count += 1
  return `failures-${count}`
}
const openStore = (name: string) => {
  const opening = makeDexieStore({ name })
  opened.push(opening)
  return opening.store
}

/**
 * A raw connection, as a tab of another release holds it. `heeds`: it closes when another tab upgrades the database.
 */
const openRaw = (name: string, version: number, heeds: boolean) =>
  new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(name, version)
    request.onerror = () => reject(request.error)
    request.onsuccess = () => {
      const database = request.result
      if (heeds) database.onversionchange = () => database.close()
      resolve(database)
    }
  })

afterEach(() => {
  vi.restoreAllMocks()
  for (const { close } of opened.splice(0)) close()
})

test("[OFFLINE-7] each append is as durable as was asked for", async () => {
  const asked = vi.spyOn(IDBDatabase.prototype, "transaction")
  const store = openStore(newName())
  await add(store, 1)
  await add(store, 2, "relaxed")
  const writes = asked.mock.calls.filter(([, mode]) => mode === "readwrite").map(([, , options]) => options?.durability)
  expect(writes).toEqual(["strict", "relaxed"])
})

test("[EVENT-3] an older tab that will not let go of the database is reported, and waited for", async () => {
  const name = newName()
  const older = await openRaw(name, NATIVE_NOW - 1, false)
  const store = openStore(name)
  expect(await reason(store.open(VERSION))).toBe("blocked")
  expect(await reason(store.bounds)).toBe("blocked")
  older.close()
  await vi.waitUntil(async () => (await reason(store.open(VERSION))) === "succeeded", { timeout: 60_000 })
  await add(store, 1)
})

test("[EVENT-3] a newer release takes the database: this tab lets go and says so, for good", async () => {
  const name = newName()
  const store = openStore(name)
  await add(store, 1)
  await add(store, 2, "relaxed")
  const newer = await openRaw(name, NATIVE_NEXT, true)
  expect(await reason(store.append(2, () => [event(3)], "strict"))).toBe("newer")
  expect(await reason(store.append(2, () => [event(3)], "relaxed"))).toBe("newer")
  newer.close()
  expect(await reason(store.open(VERSION))).toBe("newer")
  expect(await reason(openStore(name).open(VERSION))).toBe("newer")
})

test("[EVENT-4] a database deleted under an open tab is not silently replaced by a new one", async () => {
  const name = newName()
  const store = openStore(name)
  await Effect.runPromise(store.open(VERSION))
  await add(store, 1)
  await Dexie.delete(name)
  expect(await reason(store.append(1, () => [event(2)], "strict"))).toBe("deleted")
  expect(await reason(store.open(VERSION))).toBe("deleted")
})

test("[EVENT-4] a browser that gives no database is reported as such", async () => {
  vi.spyOn(IDBFactory.prototype, "open").mockImplementation(() => {
    throw new DOMException("denied", "SecurityError")
  })
  const store = openStore(newName())
  expect(await reason(store.open(VERSION))).toBe("unavailable")
  vi.restoreAllMocks()
  expect(await reason(store.open(VERSION))).toBe("succeeded")
})

test("[EVENT-4] a browser that blocks all data of the site is not reported as a damaged log", async () => {
  vi.spyOn(IDBFactory.prototype, "open").mockImplementation(() => {
    throw new DOMException("The user denied permission to access the database.", "UnknownError")
  })
  const store = openStore(newName())
  expect(await reason(store.open(VERSION))).toBe("damaged")
  vi.spyOn(window, "localStorage", "get").mockImplementation(() => {
    throw new DOMException("Access is denied for this document.", "SecurityError")
  })
  expect(await reason(store.open(VERSION))).toBe("unavailable")
})

test("[EVENT-4] an upgrade that the browser aborts is not reported as blocked storage, and opens later", async () => {
  const open = IDBFactory.prototype.open
  vi.spyOn(IDBFactory.prototype, "open").mockImplementation(function (this: IDBFactory, ...named) {
    const request = open.apply(this, named)
    // Runs after Dexie's own listener, which begins the upgrade.
    queueMicrotask(() => request.addEventListener("upgradeneeded", () => request.transaction?.abort()))
    return request
  })
  const store = openStore(newName())
  expect(await reason(store.open(VERSION))).toBe("failed")
  expect(await reason(store.bounds)).toBe("failed")
  vi.restoreAllMocks()
  expect(await reason(store.open(VERSION))).toBe("succeeded")
})

test("[EVENT-4] a full disk met while writing leaves nothing behind", async () => {
  const store = openStore(newName())
  await add(store, 1)
  vi.spyOn(IDBObjectStore.prototype, "add").mockImplementation(function (this: IDBObjectStore) {
    this.transaction.abort()
    throw new DOMException("full", "QuotaExceededError")
  })
  expect(await reason(store.append(1, () => [event(2), event(3)], "strict"))).toBe("quota")
  vi.restoreAllMocks()
  expect((await Effect.runPromise(store.bounds)).last).toBe(1)
  await add(store, 2)
})

test("[EVENT-2] events that vanished from the middle are noticed before anything is decided on top of them", async () => {
  const name = newName()
  const store = openStore(name)
  for (const seq of [1, 2, 3]) await add(store, seq)
  const raw = await openRaw(name, NATIVE_NOW, true)
  raw.transaction("events", "readwrite").objectStore("events").delete(2)
  expect(await reason(store.append(1, () => [event(4)], "strict"))).toBe("erased")
  expect(await reason(store.append(3, () => [event(4)], "strict"))).toBe("succeeded")
  raw.close()
})

test("[EVENT-4] a browser that never opens the database is named, and the next call fails at once", async () => {
  const silent = new Proxy(indexedDB, {
    get: (target, key) => {
      const value: unknown = Reflect.get(target, key)
      if (key === "open") return () => new EventTarget()
      return typeof value === "function" ? value.bind(target) : value
    },
  })
  const opening = makeDexieStore({ name: newName(), factory: silent, patience: 200 })
  expect(await reason(opening.store.open(VERSION))).toBe("unanswered")
  expect(await reason(opening.store.bounds)).toBe("unanswered")
})
