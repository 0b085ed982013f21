import type { BrowserContext, Page } from "playwright"
import { expect, onTestFinished, test } from "vitest"
import { NEW_VERSION_MS } from "../../src/domain/values/limits.ts"
import { startRelay } from "./relay.ts"
import {
  atHand,
  button,
  card,
  choose,
  heading,
  installed,
  link,
  rename,
  signIn,
  submitSignIn,
  toast,
} from "./screen.ts"
import { startWorld } from "./world.ts"

/** The app's environment and its losses: its worker, its storage, a secure page, its own version. */

const world = startWorld()
const BENCH = "Workshop bench"

const renames = () => world.stack.requests("rename_device")

test("[OFFLINE-2][RENAME-2] a network lost before the app is installed finds dialogs and pages at hand", async () => {
  const person = await world.person()
  const page = await person.open("/signin")
  await submitSignIn(page)
  await card(page, BENCH).waitFor()
  await atHand(page, "pages")
  await atHand(page, "dialogs")
  await person.context.setOffline(true)
  await rename(page, BENCH, "Not installed")
  await card(page, "Not installed").getByText("Not confirmed yet").waitFor()
  await link(page, "Help center").click()
  await heading(page, "Help center").waitFor()
  await person.context.setOffline(false)
  await expect.poll(async () => (await renames()).map(({ applied }) => applied)).toEqual([true])
})

test("[ROUTE-5] somebody can sign in when what may stand over the form cannot be fetched", async () => {
  const person = await world.person()
  let asked = 0
  await person.context.route(/\/assets\/overlays-.*\.js$/, (route) => {
    asked += 1
    return route.abort()
  })
  const page = await person.open("/signin")
  await expect.poll(() => asked).toBeGreaterThan(0)
  await signIn(page)
})

/**
 * Serves the app of this stack at a plain-http address of another machine, without a secure context. It also forwards
 * the cloud, because the browser blocks this machine for such a page.
 */
const exposeAt = async (context: BrowserContext, origin: string): Promise<void> => {
  await context.route(`${world.stack.cloud}/**`, async (route) => route.fulfill({ response: await route.fetch() }))
  await context.route(`${origin}/**`, async (route) => {
    const { pathname } = new URL(route.request().url())
    await route.fulfill({ response: await route.fetch({ url: `${world.stack.app}${pathname}` }) })
  })
}

test("[OFFLINE-7] a page that is not secure says so, queues nothing and sends nothing", async () => {
  const person = await world.person()
  const origin = "http://sight.example"
  await exposeAt(person.context, origin)
  const page = await person.context.newPage()
  await page.goto(`${origin}/signin`)
  await submitSignIn(page)
  await page.waitForURL("**/devices")
  await page.getByText("This page is not secure.").waitFor()
  await card(page, BENCH).waitFor()
  const asking = await choose(page, BENCH, "Rename")
  await asking.getByLabel("Name", { exact: true }).fill("Overheard")
  await button(asking, "Save").click()
  await asking.getByText(/actions cannot be queued here/).waitFor()
  await button(asking, "Cancel").click()
  await card(page, BENCH).waitFor()
  expect(await renames()).toEqual([])
})

/** Appends an event of a future release to the log. */
const writeNewerEvent = (page: Page) =>
  page.evaluate(async () => {
    const asked = <Value>(request: IDBRequest<Value>) =>
      new Promise<Value>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const database = await asked(indexedDB.open("sightline"))
    const store = database.transaction("events", "readwrite").objectStore("events")
    const last = (await asked(store.getAll())).at(-1)
    await asked(store.put({ ...last, seq: last.seq + 1, id: "from-the-future", v: 99 }))
    database.close()
  })

test("[EVENT-3] a tab that meets a newer log stops deciding and offers to reload; nothing is sent", async () => {
  const { page } = await world.atDevices()
  await writeNewerEvent(page)
  const asking = await choose(page, BENCH, "Rename")
  await asking.getByLabel("Name", { exact: true }).fill("Too old")
  await button(asking, "Save").click()
  await page.getByText("The log was written by a newer version of Sightline.").waitFor()
  await button(page, "Reload").waitFor()
  expect(await renames()).toEqual([])
})

/** Sets whether the disk of this page is full. */
const fillDisk = (page: Page, full: boolean) => page.evaluate((value) => Reflect.set(window, "diskIsFull", value), full)

test("[EVENT-4][OFFLINE-7] when the browser has no room, the app says so, and does not send what was not recorded", async () => {
  const { page } = await world.atDevices({
    prepare: (context) =>
      context.addInitScript(() => {
        for (const name of ["add", "put"] as const) {
          const write = IDBObjectStore.prototype[name]
          IDBObjectStore.prototype[name] = function (this: IDBObjectStore, ...given: [unknown, IDBValidKey?]) {
            if (Reflect.get(window, "diskIsFull") === true) throw new DOMException("no room", "QuotaExceededError")
            return write.apply(this, given)
          }
        }
      }),
  })
  const asking = await choose(page, BENCH, "Rename")
  await fillDisk(page, true)
  await asking.getByLabel("Name", { exact: true }).fill("No room")
  await button(asking, "Save").click()
  await page.getByText("This browser has run out of storage space.").first().waitFor()
  expect(await renames()).toEqual([])
  await fillDisk(page, false)
  await button(asking, "Save").click()
  await card(page, "No room").waitFor()
  await expect.poll(async () => (await renames()).map(({ applied }) => applied)).toEqual([true])
})

/** A person returns to the tab after this time of its clock, ms. */
const comeBackAfter = (page: Page, span: number) =>
  page.evaluate((later) => {
    const { now } = Date
    Date.now = () => now() + later
    document.dispatchEvent(new Event("visibilitychange"))
    Date.now = now
  }, span)

test("[UX-2] a new version is offered, never forced, and starts when the person says so", async () => {
  let added = "// the first version"
  const relay = await startRelay(world.stack.app, (path, body) =>
    path === "/sw.js" ? Buffer.concat([body, Buffer.from(`\n${added}`)]) : body,
  )
  onTestFinished(relay.close)
  const person = await world.person({ isStored: true, baseURL: relay.origin })
  const page = await person.open("/signin")
  await signIn(page)
  // The first version must be installed before the second one is new.
  await installed(page)
  added = "// the second version"
  await comeBackAfter(page, NEW_VERSION_MS)
  await page.getByText("A new version is ready.").waitFor()
  // A person who dismisses it sees the next one.
  await button(page.locator(".banner", { hasText: "A new version is ready." }), "Dismiss").click()
  await expect.poll(() => page.getByText("A new version is ready.").count()).toBe(0)
  added = "// the third version"
  await comeBackAfter(page, 2 * NEW_VERSION_MS)
  await page.getByText("A new version is ready.").waitFor()
  await rename(page, BENCH, "While it waits")
  await toast(page, "status", "Device renamed.").waitFor()
  const started = () => page.evaluate(() => performance.timeOrigin)
  const before = await started()
  await button(page, "Reload").click()
  await expect.poll(() => started().catch(() => before)).not.toBe(before)
  await card(page, "While it waits").waitFor()
  await expect.poll(() => page.getByText("A new version is ready.").count()).toBe(0)
})

test("[EVENT-4][OFFLINE-8] a token that somebody took away signs out; actions are held and sent after the next sign-in", async () => {
  const { did } = await world.stack.device(BENCH)
  const { person, page } = await world.atDevices({ isStored: true })
  await person.context.setOffline(true)
  await rename(page, BENCH, "Without a token")
  await page.evaluate(() => localStorage.removeItem("user"))
  await page.reload()
  await person.context.setOffline(false)
  await page.waitForURL("**/signin")
  await page.getByText("1 action will be sent once you sign in again.").waitFor()
  expect(await renames()).toEqual([])
  await signIn(page)
  await expect.poll(async () => (await world.stack.deviceById(did)).name).toBe("Without a token")
})
