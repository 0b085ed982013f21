import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { unkept } from "../../src/adapters/browser/unkept.ts"
import { watchKept } from "../../src/app/pwa/watchKept.ts"
import { APP_KEPT_CHECK_MS } from "../../src/domain/values/limits.ts"

/** The app for offline use after the loss of its worker or its files while the page is open (UX-2, OFFLINE-1). */

const CACHE = "tested-precache"

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] })
  vi.spyOn(document, "hidden", "get").mockReturnValue(false)
  await (await caches.open(CACHE)).put("/index.html?__WB_REVISION__=1", new Response("page"))
})

afterEach(async () => {
  vi.clearAllTimers()
  vi.useRealTimers()
  vi.restoreAllMocks()
  unkept.clear("app")
  await caches.delete(CACHE)
})

/** A page whose worker the browser knows until `forget`, and the page's later registrations. */
const opened = () => {
  let isKnown = true
  const unregister = vi.fn(async () => {
    isKnown = false
    return true
  })
  const installed = { active: {}, installing: null, unregister }
  const known = vi.fn(async () => (isKnown ? installed : undefined))
  vi.spyOn(navigator, "serviceWorker", "get").mockReturnValue(
    new Proxy(navigator.serviceWorker, {
      get: (real, key) => (key === "getRegistration" ? known : Reflect.get(real, key)),
    }),
  )
  const register = vi.fn(async () => {
    isKnown = true
  })
  watchKept(register)
  const settled = async (looks: number) => {
    await vi.waitUntil(() => known.mock.results.length >= looks)
    for (let step = 0; step < 10; step += 1) await caches.has(CACHE)
  }
  return { register, unregister, settled, forget: () => (isKnown = false) }
}

const noted = () => unkept.all().filter(({ part }) => part === "app")

/* This test comes first: its page listens as long as it lives, and would react to the files that later tests delete. */
test("[UX-2][OFFLINE-1] files that were deleted are reported once, and the next page installs them with the worker", async () => {
  const page = opened()
  await page.settled(1)
  expect(noted()).toEqual([])
  await caches.delete(CACHE)
  document.dispatchEvent(new Event("visibilitychange"))
  await vi.waitUntil(() => page.unregister.mock.calls.length === 1)
  expect(noted()).toMatchObject([{ part: "app", reason: "deleted" }])
  unkept.clear("app")
  vi.advanceTimersByTime(3 * APP_KEPT_CHECK_MS)
  await page.settled(2)
  expect(noted()).toEqual([])
  expect(page.register).not.toHaveBeenCalled()
})

test.each([
  ["the page is shown again", () => document.dispatchEvent(new Event("visibilitychange"))],
  ["the network is back", () => window.dispatchEvent(new Event("online"))],
  ["it stays open", () => vi.advanceTimersByTime(APP_KEPT_CHECK_MS)],
])("[UX-2][OFFLINE-1] a service worker that was unregistered is registered again when %s", async (_, happens) => {
  const page = opened()
  await page.settled(1)
  expect(page.register).not.toHaveBeenCalled()
  page.forget()
  happens()
  await vi.waitUntil(() => page.register.mock.calls.length === 1)
  await page.settled(2)
  happens()
  await page.settled(3)
  expect(page.register).toHaveBeenCalledOnce()
  expect(noted()).toEqual([])
})
