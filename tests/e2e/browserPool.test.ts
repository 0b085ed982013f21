import type { BrowserContext } from "playwright"
import { afterAll, beforeAll, expect, test } from "vitest"
import { type BrowserPool, startPool } from "./browserPool.ts"
import { sharedOnStage } from "./onStage.ts"

/** The traces of one test in a browser that the next test reuses. */

/** A file of the app without scripts. */
const STILL = "/icons/mark.svg"

/** A pool for this file alone: browsers of other files have been used before, and close at some time. */
let pool: BrowserPool

beforeAll(async () => {
  const { stack } = await sharedOnStage()
  pool = startPool(stack, async () => undefined)
})
afterAll(() => pool.close())

const take = (): Promise<BrowserContext> => pool.take({ isStored: false })

/** Runs in the page: counts the data of a person here. */
const kept = async (still: string): Promise<readonly number[]> => [
  localStorage.length,
  document.cookie.length,
  (await indexedDB.databases()).length,
  (await caches.keys()).length,
  (await navigator.locks.query()).held?.length ?? 0,
  await fetch(still, { cache: "no-store" }).then(
    () => 0,
    () => 1,
  ),
]

/** Runs in the page, which closes with its database open and its lock held. */
const leave = async (): Promise<void> => {
  localStorage.setItem("user", "somebody")
  await caches.open("answers")
  await new Promise((resolve) => {
    indexedDB.open("sightline").onsuccess = resolve
  })
  await new Promise((resolve) => {
    void navigator.locks.request("sightline.leader", () => new Promise(() => resolve(undefined)))
  })
}

/** Takes the browser that the next person gets. When a lock is released too late, it is another browser. */
const handOn = async () => {
  const context = await take()
  const page = await context.newPage()
  await page.goto(STILL)
  await page.evaluate(leave)
  await context.addCookies([{ name: "user", value: "somebody", url: page.url() }])
  await context.route(`**${STILL}`, (route) => route.abort())
  await context.setOffline(true)
  const left = await page.evaluate(kept, STILL)
  await pool.takeBack(context, { hasPassed: true })
  const next = await take()
  const other = await next.newPage()
  await other.goto(STILL)
  return { left, found: await other.evaluate(kept, STILL), isSame: next === context }
}

test("a browser is emptied for the next test and keeps its process, the reason for its reuse", async () => {
  const expected = { left: [1, 13, 1, 1, 1, 1], found: [0, 0, 0, 0, 0, 0], isSame: true }
  await expect.poll(handOn).toEqual(expected)
})

test("no test reuses the browser of a test that failed, or that added scripts of its own", async () => {
  const failed = await take()
  await pool.takeBack(failed, { hasPassed: false })
  const marked = await take()
  expect(marked).not.toBe(failed)
  await marked.addInitScript(() => undefined)
  await pool.takeBack(marked, { hasPassed: true })
  expect(await take()).not.toBe(marked)
})
