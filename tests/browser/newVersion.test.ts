import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { keepAsking } from "../../src/app/pwa/keepAsking.ts"
import { NEW_VERSION_MS } from "../../src/domain/values/limits.ts"

/** The times at which a long-open tab asks for a new version of the app (UX-2). */

const start = Date.UTC(2026, 10, 23, 12)
/**
 * A page that has just loaded, as its question for a new version. Each test has its own, because a page listens as long
 * as it lives.
 */
const loaded = (answer: () => Promise<void> = () => Promise.resolve()) => {
  const ask = vi.fn(answer)
  keepAsking(ask)
  return ask
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date", "setInterval", "clearInterval"], now: start })
  vi.spyOn(document, "hidden", "get").mockReturnValue(false)
})

afterEach(() => {
  vi.clearAllTimers()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const comeBack = () => document.dispatchEvent(new Event("visibilitychange"))
const isOnline = (online: boolean) => vi.spyOn(navigator, "onLine", "get").mockReturnValue(online)

test("[UX-2] a tab asks when somebody comes back to it, at most once an hour", () => {
  const ask = loaded()
  comeBack()
  vi.setSystemTime(start + NEW_VERSION_MS - 1)
  comeBack()
  expect(ask).not.toHaveBeenCalled()
  vi.setSystemTime(start + NEW_VERSION_MS)
  comeBack()
  comeBack()
  expect(ask).toHaveBeenCalledOnce()
})

test("[UX-2] a tab that somebody watches asks each hour, a hidden one not until it is seen", () => {
  const ask = loaded()
  vi.advanceTimersByTime(3 * NEW_VERSION_MS)
  expect(ask).toHaveBeenCalledTimes(3)
  const hidden = vi.spyOn(document, "hidden", "get").mockReturnValue(true)
  vi.advanceTimersByTime(5 * NEW_VERSION_MS)
  expect(ask).toHaveBeenCalledTimes(3)
  hidden.mockReturnValue(false)
  comeBack()
  expect(ask).toHaveBeenCalledTimes(4)
})

test("[UX-2][OFFLINE-1] whatever the system says of the network it asks, and again when the network is back", async () => {
  const failed = vi.fn()
  window.addEventListener("unhandledrejection", failed)
  isOnline(false)
  const ask = loaded(() => Promise.reject(new TypeError("no server")))
  vi.advanceTimersByTime(2 * NEW_VERSION_MS)
  expect(ask).toHaveBeenCalledTimes(2)
  await new Promise((resolve) => setTimeout(resolve))
  comeBack()
  expect(ask).toHaveBeenCalledTimes(2)
  window.dispatchEvent(new Event("online"))
  window.dispatchEvent(new Event("online"))
  expect(ask).toHaveBeenCalledTimes(3)
  await new Promise((resolve) => setTimeout(resolve))
  expect(failed).not.toHaveBeenCalled()
  window.removeEventListener("unhandledrejection", failed)
})

test("[UX-2] a network that comes and goes makes no tab ask after an answer", async () => {
  const ask = loaded()
  vi.advanceTimersByTime(NEW_VERSION_MS)
  await new Promise((resolve) => setTimeout(resolve))
  for (const type of ["offline", "online", "offline", "online"]) window.dispatchEvent(new Event(type))
  expect(ask).toHaveBeenCalledOnce()
})

test("[UX-2] a clock that was set back silences no tab", () => {
  const ask = loaded()
  vi.setSystemTime(start - 30 * NEW_VERSION_MS)
  comeBack()
  expect(ask).toHaveBeenCalledOnce()
})
