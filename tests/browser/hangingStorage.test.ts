import { Effect } from "effect"
import { afterEach, expect, test, vi } from "vitest"
import { type DexieStore, makeDexieStore } from "../../src/adapters/storage/dexie.ts"
import type { StoredEvent } from "../../src/domain/event/event.ts"
import type { StoreError } from "../../src/domain/ports/eventStore.ts"

/** A browser whose storage hangs or fails while the log is open (EVENT-4). */

const PATIENCE_MS = 400
const event = (seq: number): StoredEvent => ({
  ...{ seq, id: `id-${seq}`, type: "tested", v: 1, at: seq, account: null, tab: "tab", cause: null, payload: {} },
})
const reason = (effect: Effect.Effect<unknown, StoreError>) =>
  Effect.runPromise(Effect.match(effect, { onFailure: (error): string => error.reason, onSuccess: () => "succeeded" }))

let count = 0
const opened: DexieStore[] = []
const openStore = (patience = PATIENCE_MS) => {
  count += 1
  const name = `hanging-${count}`
  const opening = makeDexieStore({ name, patience })
  opened.push(opening)
  const { store } = opening
  const add = (seq: number) => reason(store.append(seq - 1, () => [event(seq)], "strict"))
  const last = async () => (await Effect.runPromise(store.bounds)).last
  return { name, store, add, last }
}

const raw = (name: string, version?: number, upgrade?: (database: IDBDatabase) => void) =>
  new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(name, version)
    request.onupgradeneeded = () => upgrade?.(request.result)
    request.onerror = () => reject(request.error)
    request.onsuccess = () => resolve(request.result)
  })

afterEach(() => {
  vi.restoreAllMocks()
  for (const { close } of opened.splice(0)) close()
})

/** Another tab that freezes within a transaction. No other tab can write until it continues. */
const frozenTab = async (name: string) => {
  const database = await raw(name)
  const transaction = database.transaction("events", "readwrite")
  let isFrozen = true
  const again = () => {
    if (isFrozen) transaction.objectStore("events").count().onsuccess = again
  }
  again()
  return () => {
    isFrozen = false
    database.close()
  }
}

test("[EVENT-4] a transaction that another tab holds up is given up in time, leaves nothing, and works once that tab is gone", async () => {
  const { name, add, last } = openStore()
  expect(await add(1)).toBe("succeeded")
  const thaw = await frozenTab(name)
  expect(await add(2)).toBe("unanswered")
  thaw()
  await vi.waitUntil(async () => (await last()) === 1)
  expect(await add(2)).toBe("succeeded")
  expect(await last()).toBe(2)
})

test("[EVENT-4] reading is given up in time as well", async () => {
  const { name, store } = openStore()
  expect(await reason(store.append(0, () => [event(1)], "strict"))).toBe("succeeded")
  const thaw = await frozenTab(name)
  expect(await reason(store.bounds)).toBe("unanswered")
  thaw()
  expect(await reason(store.bounds)).toBe("succeeded")
})

test("[EVENT-4] a browser that never says whether it has written is not waited for, and what it wrote is found", async () => {
  const { add, store } = openStore()
  expect(await add(1)).toBe("succeeded")
  const silent = vi.spyOn(IDBTransaction.prototype, "oncomplete", "set").mockImplementation(() => undefined)
  expect(await add(2)).toBe("unanswered")
  silent.mockRestore()
  const tails: number[][] = []
  await Effect.runPromise(
    store.append(
      1,
      (tail) => {
        tails.push(tail.map(({ seq }) => seq))
        return []
      },
      "strict",
    ),
  )
  expect(tails).toEqual([[2]])
})

const lists: readonly (readonly [string, () => Promise<IDBDatabaseInfo[]>])[] = [
  ["never lists its databases", () => new Promise(() => undefined)],
  [
    "throws when it is to list them",
    () => {
      throw new DOMException("Internal error.", "UnknownError")
    },
  ],
  ["lists them without names", async () => [{}]],
]
test.each(lists)("[EVENT-4] the log of a browser that %s opens all the same", async (_, list) => {
  vi.spyOn(IDBFactory.prototype, "databases").mockImplementation(list)
  const { add, last } = openStore(8_000)
  expect(await add(1)).toBe("succeeded")
  expect(await last()).toBe(1)
})

test("[EVENT-4] what is written counts as written, though no other tab can be woken", async () => {
  const { add, last } = openStore()
  expect(await add(1)).toBe("succeeded")
  vi.spyOn(BroadcastChannel.prototype, "postMessage").mockImplementation(() => {
    throw new DOMException("Channel is closed", "InvalidStateError")
  })
  expect(await add(2)).toBe("succeeded")
  expect(await last()).toBe(2)
})

test("[EVENT-4] a page that was busy does not blame the browser", async () => {
  const { add } = openStore(160)
  const adding = add(1)
  const busyUntil = performance.now() + 400
  while (performance.now() < busyUntil);
  expect(await adding).toBe("succeeded")
})

const breaks = ["UnknownError", "InvalidStateError"] as const
test.each(breaks)(
  "[EVENT-4] a connection that breaks with %s is opened again, and the event is in the log once",
  async (name) => {
    const { add, last, store } = openStore()
    expect(await add(1)).toBe("succeeded")
    const { add: write } = IDBObjectStore.prototype
    let isBroken = true
    vi.spyOn(IDBObjectStore.prototype, "add").mockImplementation(function (this: IDBObjectStore, value) {
      if (!isBroken) return write.call(this, value)
      isBroken = false
      this.transaction.abort()
      throw new DOMException("Connection to Indexed Database server lost.", name)
    })
    expect(await add(2)).toBe("succeeded")
    expect(await last()).toBe(2)
    expect(await reason(store.open(1))).toBe("succeeded")
  },
)

test("[EVENT-4] a browser that deletes the database and says only that the connection broke has deleted it, in every tab", async () => {
  count += 1
  let cleared = 0
  // A browser that has cleared all data of the site: databases of this name are empty from then on.
  const factory = new Proxy(indexedDB, {
    get: (real, key) =>
      key === "open"
        ? (name: string, version?: number) => real.open(`${name}-${cleared}`, version)
        : Reflect.get(real, key).bind(real),
  })
  const real = IDBDatabase.prototype.transaction
  vi.spyOn(IDBDatabase.prototype, "transaction").mockImplementation(function (this: IDBDatabase, ...asked) {
    if (cleared > 0 && this.name.endsWith("-0")) throw new DOMException("Connection is closing.", "InvalidStateError")
    return real.apply(this, asked)
  })
  const tabs = [1, 2].map(() => makeDexieStore({ name: `cleared-${count}`, factory, patience: PATIENCE_MS }))
  opened.push(...tabs)
  const add = (tab: number, cursor: number, seq: number) =>
    reason(tabs[tab]?.store.append(cursor, () => [event(seq)], "strict") ?? Effect.die("no tab"))
  expect(await add(0, 0, 1)).toBe("succeeded")
  expect(await reason(tabs[1]?.store.bounds ?? Effect.die("no tab"))).toBe("succeeded")
  cleared = 1
  for (const tab of [0, 1]) {
    expect(await add(tab, 1, 2)).toBe("deleted")
    expect(await add(tab, 1, 2)).toBe("deleted")
  }
})

test("[EVENT-4] a lasting failure names its reason", async () => {
  const { add } = openStore()
  expect(await add(1)).toBe("succeeded")
  vi.spyOn(IDBObjectStore.prototype, "add").mockImplementation(function (this: IDBObjectStore) {
    this.transaction.abort()
    throw new DOMException("Internal error.", "UnknownError")
  })
  expect(await add(2)).toBe("damaged")
})

test("[EVENT-3] the database of a newer release is left as it is, whatever its tables", async () => {
  const { name, store } = openStore()
  const newer = await raw(name, 500, (database) => database.createObjectStore("pages"))
  newer.close()
  expect(await reason(store.open(1))).toBe("newer")
  const after = await raw(name)
  expect([after.version, [...after.objectStoreNames]]).toEqual([500, ["pages"]])
  after.close()
})

test("[EVENT-4] a table that is missing in a database of this release is added, and the log goes on", async () => {
  const { name, add, last } = openStore()
  const torn = await raw(name, 20, (database) => {
    database.createObjectStore("events", { keyPath: "seq" })
    database.createObjectStore("segments", { keyPath: "from" })
    database.createObjectStore("snapshots", { keyPath: ["version", "seq"] })
    database.createObjectStore("marks", { keyPath: "id" })
    database.createObjectStore("bases", { keyPath: "id" })
  })
  torn.close()
  const warned = vi.spyOn(console, "warn").mockImplementation(() => undefined)
  await vi.waitUntil(async () => (await add(1)) === "succeeded")
  warned.mockRestore()
  const again = makeDexieStore({ name })
  opened.push(again)
  expect((await Effect.runPromise(again.store.bounds)).last).toBe(1)
  expect(await last()).toBe(1)
})
