import { Effect } from "effect"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { findAccess, keepPaired } from "../../src/adapters/bridge/access.ts"
import { noteMissing } from "../../src/adapters/browser/localStorage.ts"
import { preferencesLayer } from "../../src/adapters/browser/preferences.ts"
import { readingsAt } from "../../src/adapters/browser/readings.ts"
import { unkept } from "../../src/adapters/browser/unkept.ts"
import { vaultAt } from "../../src/adapters/browser/vault.ts"
import { firmwareLayer } from "../../src/adapters/workers/firmware.ts"
import { loadDeployment } from "../../src/app/client/deployment.ts"
import { FirmwareImages } from "../../src/domain/ports/firmware.ts"
import { Preferences, Vault } from "../../src/domain/ports/platform.ts"
import { Readings } from "../../src/domain/ports/readings.ts"
import { type AccountKey, isAccountKey } from "../../src/domain/values/identity.ts"
import { openImages } from "../../src/workers/firmware/database.ts"
import { IMAGES_DATABASE } from "../../src/workers/firmware/name.ts"

/**
 * The app reports a value that the browser cannot store. The value lives as long as the page, and is stored as soon as
 * possible (EVENT-4).
 */

const notes = () => unkept.all().map(({ part, reason }) => `${part}: ${reason}`)
const PATIENCE_MS = 160

const keyOf = (text: string): AccountKey => {
  if (!isAccountKey(text)) throw new Error("no account key")
  return text
}
const account = keyOf("https://a.example u1")

beforeEach(() => localStorage.clear())
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  localStorage.clear()
  for (const { part } of unkept.all()) unkept.clear(part)
})

const refuse = (name: string) =>
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("refused", name)
  })
const preferences = () => Effect.runPromise(Effect.provide(Effect.service(Preferences), preferencesLayer))

test("[EVENT-4] full local storage names what it has not kept, until it is kept or removed", async () => {
  const { set, get, remove } = await preferences()
  const full = refuse("QuotaExceededError")
  for (const key of ["user", "theme", "language", "passcode.d1"]) Effect.runSync(set(key, "x"))
  keepPaired("t")
  expect(notes().sort()).toEqual(["pairing: quota", "passcodes: quota", "settings: quota", "user: quota"])
  expect(await findAccess("ws://127.0.0.1:1")).toMatchObject({ token: "t" })
  Effect.runSync(remove("passcode.d1"))
  Effect.runSync(remove("theme"))
  expect(notes().sort()).toEqual(["pairing: quota", "settings: quota", "user: quota"])
  unkept.retry()
  expect(notes()).toHaveLength(3)
  full.mockRestore()
  unkept.retry()
  expect(notes()).toEqual([])
  expect({ ...localStorage }).toEqual({ user: "x", language: "x", bridgeToken: "t" })
  expect(Effect.runSync(get("language"))).toBe("x")
})

test("[EVENT-4] the app names storage that a browser forbids, whole or by the piece, and nothing breaks", async () => {
  const { set, get, keys } = await preferences()
  refuse("SecurityError")
  Effect.runSync(set("theme", "light"))
  expect(notes()).toEqual(["settings: unavailable"])
  vi.restoreAllMocks()
  for (const method of ["getItem", "setItem", "removeItem"] as const)
    vi.spyOn(Storage.prototype, method).mockImplementation(() => {
      throw new DOMException("corrupted", "NS_ERROR_FILE_CORRUPTED")
    })
  Effect.runSync(set("language", "de"))
  expect([Effect.runSync(get("theme")), Effect.runSync(get("user"))]).toEqual(["light", null])
  expect(Effect.runSync(keys)).toEqual(["theme", "language"])
  expect(notes()).toEqual(["settings: failed"])
})

test("[EVENT-4] local storage emptied now or while no tab was open counts as gone", async () => {
  await preferences()
  noteMissing(0)
  expect(notes()).toEqual([])
  noteMissing(2)
  expect(notes()).toEqual(["settings: deleted"])
  unkept.clear("settings")
  localStorage.setItem("theme", "dark")
  noteMissing(2)
  expect(notes()).toEqual([])
  const frame = document.createElement("iframe")
  document.body.append(frame)
  frame.contentWindow?.localStorage.clear()
  await vi.waitUntil(() => notes().length > 0)
  expect(notes()).toEqual(["settings: deleted"])
  frame.remove()
})

let count = 0
const newName = () => {
  count += 1
  return `unkept-${count}`
}
const vaultIn = <A>(name: string, work: (vault: Vault["Service"]) => Effect.Effect<A>) =>
  Effect.runPromise(
    Effect.provide(Effect.flatMap(Effect.service(Vault), work), vaultAt({ name, patience: PATIENCE_MS })),
  )
const code = (name: string) => vaultIn(name, (vault) => vault.get(account, "r"))

/** The database as a tab of an earlier release holds it open, with one table less. */
const olderTab = (name: string, version: number) =>
  new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(name, version)
    request.onupgradeneeded = () => {
      request.result.createObjectStore("beats", { keyPath: "id" })
      const secrets = request.result.createObjectStore("secrets", { keyPath: ["account", "reference"] })
      secrets.createIndex("account", "account")
    }
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

test("[EVENT-4] a code that an older tab keeps from storage is shown, noted, and stored once that tab is closed", async () => {
  const name = newName()
  const older = await olderTab(name, 10)
  const kept = await vaultIn(name, (vault) =>
    Effect.gen(function* () {
      yield* vault.put(account, "r", "111111")
      expect(notes()).toEqual(["codes: blocked"])
      const shown = yield* vault.get(account, "r")
      older.close()
      yield* Effect.promise(() =>
        vi.waitUntil(() => {
          unkept.retry()
          return notes().length === 0
        }),
      )
      return shown
    }),
  )
  expect(kept).toBe("111111")
  expect(await code(name)).toBe("111111")
})

test("[EVENT-4] the app names a newer release's vault, and leaves it alone", async () => {
  const name = newName()
  const newer = await olderTab(name, 900)
  newer.close()
  await vaultIn(name, (vault) => vault.put(account, "r", "111111"))
  expect(notes()).toEqual(["codes: newer"])
  const after = await olderTab(name, 900)
  expect([...after.objectStoreNames]).toEqual(["beats", "secrets"])
  after.close()
})

/** A tab that freezes while it creates the database, so that no other tab can open it. */
const frozenTab = (name: string): void => {
  const request = indexedDB.open(name, 1)
  request.onupgradeneeded = () => {
    const store = request.result.createObjectStore("made")
    const again = () => {
      if (thawed.has(name)) request.result.close()
      else store.count().onsuccess = again
    }
    again()
  }
}
const thawed = new Set<string>()

test("[EVENT-4] a database that never opens blocks nothing: no list, no code, no start", async () => {
  const name = newName()
  frozenTab(name)
  await vaultIn(name, (vault) =>
    Effect.gen(function* () {
      yield* vault.put(account, "r", "111111")
      expect(yield* vault.get(account, "other")).toBeNull()
      expect(yield* vault.get(account, "r")).toBe("111111")
    }),
  )
  const readings = Effect.gen(function* () {
    const { get, put } = yield* Readings
    expect(yield* get(account)).toEqual([])
    yield* put({ account, list: "devices", seq: 1, readAt: 1 })
  })
  await Effect.runPromise(Effect.scoped(Effect.provide(readings, readingsAt({ name, patience: PATIENCE_MS }))))
  expect(notes().sort()).toEqual(["codes: unanswered", "readings: unanswered"])
  thawed.add(name)
})

test("[EVENT-4] a full disk keeps no code, and says so until there is room", async () => {
  const name = newName()
  const full = vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(function (this: IDBObjectStore) {
    this.transaction.abort()
    throw new DOMException("full", "QuotaExceededError")
  })
  await vaultIn(name, (vault) =>
    Effect.gen(function* () {
      yield* vault.put(account, "r", "111111")
      expect(notes()).toEqual(["codes: quota"])
      full.mockRestore()
      unkept.retry()
      yield* Effect.promise(() => vi.waitUntil(() => notes().length === 0))
    }),
  )
  expect(await code(name)).toBe("111111")
})

test("[EVENT-4] unstored codes are no longer named once their account is gone", async () => {
  const name = newName()
  frozenTab(name)
  await vaultIn(name, (vault) =>
    Effect.gen(function* () {
      yield* vault.put(account, "r", "111111")
      expect(notes()).toEqual(["codes: unanswered"])
      yield* vault.erase(account)
      expect(notes()).toEqual([])
    }),
  )
  thawed.add(name)
})

const image = { build: 1, hash: "0".repeat(32) }
const rowOf = (hash: string) => ({ ...image, hash, size: 1, chunks: 1, isWhole: true })

test("[FW-6] images whose connection was closed, as the browser does, are read over a new one", async () => {
  const name = newName()
  const closed: IDBDatabase[] = []
  const { transaction } = IDBDatabase.prototype
  const images = await openImages(name)
  await images.replace(rowOf("a"), [])
  vi.spyOn(IDBDatabase.prototype, "transaction").mockImplementation(function (this: IDBDatabase, ...given) {
    if (closed.length === 0) {
      closed.push(this)
      this.close()
    }
    return Reflect.apply(transaction, this, given)
  })
  expect(await images.all()).toHaveLength(1)
  await images.remove("a")
  expect(await images.all()).toEqual([])
})

test("[FW-6] images of a newer release, or behind an older tab, are refused with their reason", async () => {
  const name = newName()
  const other = await olderTab(name, 1)
  await expect(openImages(name)).rejects.toMatchObject({ failure: "blocked" })
  other.close()
  const newer = newName()
  const opened = await olderTab(newer, 90)
  await expect(openImages(newer)).rejects.toMatchObject({ failure: "newer" })
  opened.close()
})

test("[EVENT-4] an image that a newer release holds is recorded as not kept, and the reason is shown", async () => {
  const newer = await olderTab(IMAGES_DATABASE, 90)
  const failure = await Effect.runPromise(
    Effect.scoped(
      Effect.provide(
        Effect.flatMap(Effect.service(FirmwareImages), ({ verify }) => Effect.flip(verify(image, () => undefined))),
        firmwareLayer({ latestUrl: null }),
      ),
    ),
  )
  expect(failure.reason).toBe("storage")
  expect(notes()).toEqual(["image: newer"])
  newer.close()
  indexedDB.deleteDatabase(IMAGES_DATABASE)
})

test("[UX-2] an app that finds no room for offline use says so", async () => {
  vi.stubGlobal("fetch", async () => new Response("{}"))
  vi.spyOn(Cache.prototype, "put").mockRejectedValue(new DOMException("full", "QuotaExceededError"))
  await loadDeployment()
  await vi.waitUntil(() => notes().length > 0)
  expect(notes()).toEqual(["app: quota"])
})
