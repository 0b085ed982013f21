import { setTimeout as pause } from "node:timers/promises"
import type { Page } from "playwright"
import { expect, test } from "vitest"
import { actions, button, card, heading, loseNetwork, openOutbox, rename, submitSignIn } from "./screen.ts"
import { startWorld } from "./world.ts"

/** Damage to the log by a browser, a disk or another release, and the person's view of it. */

const world = startWorld({ isPooled: true })
const BENCH = "Workshop bench"
const NEWER_DATABASE = 10_000

const renames = () => world.stack.requests("rename_device")
const token = (page: Page) => page.evaluate(() => localStorage.getItem("user"))

/** The damage to one row of the log: changed fields, or the deletion of all of it. */
interface Spoiling {
  readonly table: "events" | "snapshots"
  /** The type of the damaged event; the last of that type. */
  readonly type?: string
  readonly alter?: Readonly<Record<string, unknown>>
}

/** Changes a row as a broken disk or an extension would. */
const spoil = (page: Page, spoiling: Spoiling) =>
  page.evaluate(async ({ table, type, alter }) => {
    const asked = <Value>(request: IDBRequest<Value>) =>
      new Promise<Value>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const database = await asked(indexedDB.open("sightline"))
    const store = database.transaction(table, "readwrite").objectStore(table)
    const [rows, keys] = [await asked(store.getAll()), await asked(store.getAllKeys())]
    const index = rows.findLastIndex((row) => type === undefined || row.type === type)
    const key = keys[index]
    if (key === undefined) throw new Error(`there is no ${type} in ${table}`)
    if (alter === undefined) await asked(store.delete(key))
    else await asked(store.put({ ...rows[index], ...alter }))
    database.close()
  }, spoiling)

/** A person with an unsent rename, in a browser that is offline. */
const withUnsentRename = async () => {
  const { person, page } = await world.atDevices({ isStored: true })
  await loseNetwork(page)
  await rename(page, BENCH, "Not sent yet")
  return { person, page }
}

/** The rename is in the outbox, and is sent once the network is back. */
const isSentAfterAll = async ({ person, page }: Awaited<ReturnType<typeof withUnsentRename>>) => {
  await openOutbox(page)
  await actions(page, "Not sent yet").first().waitFor()
  await person.context.setOffline(false)
  await expect.poll(async () => (await renames()).map(({ applied }) => applied)).toEqual([true])
}

test("[EVENT-7][EVENT-4] a damaged row stops nothing: the app reports it, and sends the unsent action", async () => {
  const at = await withUnsentRename()
  await spoil(at.page, { table: "events", type: "RouteOpened", alter: { payload: { path: 5 } } })
  await at.page.reload()
  await at.page.getByText("Part of the log could not be read.").waitFor()
  await at.page.getByText("1 entry is damaged or missing. Everything else still works.").waitFor()
  await isSentAfterAll(at)
  const banner = at.page.locator(".banner").filter({ hasText: "Part of the log could not be read." })
  await button(banner, "Dismiss").click()
  await expect.poll(() => at.page.getByText("Part of the log could not be read.").count()).toBe(0)
  await at.page.reload()
  await card(at.page, "Not sent yet").waitFor()
  await expect.poll(() => at.page.getByText("Part of the log could not be read.").count()).toBe(0)
})

test("[EVENT-7] a row that is gone is noticed, and the rest goes on", async () => {
  const at = await withUnsentRename()
  await spoil(at.page, { table: "events", type: "DialogOpened" })
  await at.page.reload()
  await at.page.getByText("Part of the log could not be read.").waitFor()
  await at.page.getByText("Your actions may be affected").waitFor()
  await isSentAfterAll(at)
})

test("[EVENT-4][EVENT-7] a snapshot of another shape hides nothing: the log is folded whole", async () => {
  const at = await withUnsentRename()
  await at.page.evaluate(async () => {
    const spoiled = { session: 5, devices: null, outbox: [] }
    const asked = <Value>(request: IDBRequest<Value>) =>
      new Promise<Value>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const database = await asked(indexedDB.open("sightline"))
    const transaction = database.transaction(["events", "snapshots"], "readwrite")
    const last = (await asked(transaction.objectStore("events").getAllKeys())).at(-1)
    const snapshots = transaction.objectStore("snapshots")
    for (let version = 1; version <= 200; version += 1)
      await asked(snapshots.put({ version, seq: last, state: spoiled }))
    database.close()
  })
  await at.page.reload()
  await card(at.page, "Not sent yet").waitFor()
  await isSentAfterAll(at)
})

test("[EVENT-4][UX-2] the app at once reports a database deleted while open, with its consequence", async () => {
  const { page } = await world.atDevices()
  await page.evaluate(() => void indexedDB.deleteDatabase("sightline"))
  await page.getByText("The log in this browser was deleted.").waitFor()
  expect(await renames()).toEqual([])
  await button(page, "Reload").click()
  await card(page, BENCH).waitFor()
  await expect.poll(() => page.getByText("The log in this browser was deleted.").count()).toBe(0)
})

test("[EVENT-4][OFFLINE-2] tables emptied while they are open count as a deletion, and no session is said to have ended", async () => {
  const { page } = await world.atDevices()
  await page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open("sightline")
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
    const tables = [...database.objectStoreNames]
    const clearing = database.transaction(tables, "readwrite")
    for (const table of tables) clearing.objectStore(table).clear()
    await new Promise((resolve) => clearing.addEventListener("complete", resolve))
    database.close()
  })
  await openOutbox(page)
  await page.getByText("The log in this browser was deleted.").waitFor()
  expect(await page.getByText("Your session has ended").count()).toBe(0)
  await card(page, BENCH).waitFor()
  expect(await renames()).toEqual([])
  await page.reload()
  await card(page, BENCH).waitFor()
  await expect.poll(() => page.getByText("The log in this browser was deleted.").count()).toBe(0)
})

test("[EVENT-3] a newer release that takes the database is named at once", async () => {
  const { page } = await world.atDevices()
  await page.evaluate((version) => void indexedDB.open("sightline", version), NEWER_DATABASE)
  await page.getByText("The log was written by a newer version of Sightline.").waitFor()
  await button(page, "Reload").waitFor()
})

test("[EVENT-4][SEC-4] without a database the sign-in page says why sign-in fails; logging out erases the token", async () => {
  const { person, page } = await world.atDevices()
  await person.context.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException("denied", "SecurityError")
    }
  })
  await page.reload()
  await page.getByText("This browser is blocking storage.").waitFor()
  await expect.poll(() => token(page)).not.toBeNull()
  await button(page, "Outbox: Unknown").waitFor()
  await button(page, "Log out").first().click()
  await page.waitForURL("**/signin")
  await expect.poll(() => token(page)).toBeNull()
  await page.getByText("This browser is blocking storage.").waitFor()
  await submitSignIn(page)
  await page.getByText("You cannot sign in while the log in this browser is unusable.").waitFor()
})

test("[EVENT-4][UX-4] where every way to keep data throws, Settings opens and the reason is named", async () => {
  const person = await world.person()
  await person.context.addInitScript(() => {
    const denied = (): never => {
      throw new DOMException("Access is denied for this document.", "SecurityError")
    }
    for (const name of ["localStorage", "sessionStorage", "indexedDB", "caches"])
      Object.defineProperty(window, name, { get: denied })
    for (const name of ["storage", "locks", "serviceWorker"])
      Object.defineProperty(Navigator.prototype, name, { get: denied })
    window.BroadcastChannel = class extends BroadcastChannel {
      constructor(name: string) {
        super(name)
        denied()
      }
    }
  })
  const page = await person.open("/settings")
  const failures: string[] = []
  page.on("pageerror", ({ message }) => failures.push(message))
  await heading(page, "Settings").waitFor()
  await page.getByText("This browser is blocking storage.").waitFor()
  expect(failures).toEqual([])
})

test("[SEC-4][AUTH-10] logging out of a log of a newer release erases the token", async () => {
  const { page } = await world.atDevices()
  await spoil(page, { table: "events", type: "SignedIn", alter: { v: 99 } })
  await page.reload()
  await page.getByText("The log was written by a newer version of Sightline.").waitFor()
  await button(page, "Log out").first().click()
  await page.waitForURL("**/signin")
  await expect.poll(() => token(page)).toBeNull()
  await submitSignIn(page)
  await page.getByText("You cannot sign in while the log in this browser is unusable.").waitFor()
})

/** An outdated tab that polls would send five requests or more in this time. */
const WATCHED_MS = 8_000

test("[EVENT-3][OFFLINE-7][OFFLINE-11] tabs whose log is of a newer release keep no lock and ask the cloud for nothing", async () => {
  const { person, page } = await world.atDevices()
  await spoil(page, { table: "events", type: "SignedIn", alter: { v: 99 } })
  const pages = [page, await person.open("/devices")]
  await page.reload()
  for (const each of pages) await each.getByText("The log was written by a newer version of Sightline.").waitFor()
  const held = () =>
    page.evaluate(async () => {
      const { held: locks = [] } = await navigator.locks.query()
      return locks.map(({ name }) => name).filter((name) => name === "sightline.leader")
    })
  await expect.poll(held).toEqual([])
  const before = (await world.stack.requests()).length
  await pause(WATCHED_MS)
  expect((await world.stack.requests()).length - before).toBe(0)
  expect(await held()).toEqual([])
})

test("[EVENT-7] a log that the browser cannot read makes way for a new one when the person says so", async () => {
  const { person, page } = await world.atDevices()
  await person.context.addInitScript(() => {
    const open = IDBFactory.prototype.open
    IDBFactory.prototype.open = function (name: string, version?: number) {
      if (name === "sightline" && sessionStorage.getItem("isMended") === null)
        throw new DOMException("Internal error opening backing store", "UnknownError")
      return open.call(this, name, version)
    }
    const remove = IDBFactory.prototype.deleteDatabase
    IDBFactory.prototype.deleteDatabase = function (name: string) {
      sessionStorage.setItem("isMended", "yes")
      return remove.call(this, name)
    }
  })
  await page.reload()
  await page.getByText("The log in this browser is damaged.").waitFor()
  await button(page, "Start a new log").click()
  await page.getByText("Start a new log?").waitFor()
  await button(page, "Save and start").click()
  await card(page, BENCH).waitFor()
  await expect.poll(() => page.getByText("The log in this browser is damaged.").count()).toBe(0)
})
