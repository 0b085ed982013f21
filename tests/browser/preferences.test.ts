import { Effect } from "effect"
import * as fc from "fast-check"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { preferencesLayer } from "../../src/adapters/browser/preferences.ts"
import { isSavedUser, opensOnDevices } from "../../src/app/preferences/localStorage.ts"
import { parsePlainUser } from "../../src/domain/features/session/savedUser.ts"
import { Preferences } from "../../src/domain/ports/platform.ts"

const open = () => Effect.runPromise(Effect.provide(Effect.service(Preferences), preferencesLayer))
const run = Effect.runSync

/** Another document of this origin. This one learns of its changes. */
const otherTab = () => {
  const frame = document.createElement("iframe")
  document.body.append(frame)
  const storage = frame.contentWindow?.localStorage
  if (storage === undefined) throw new Error("the frame has no storage")
  return { storage, close: () => frame.remove() }
}

beforeEach(() => localStorage.clear())
afterEach(() => {
  vi.restoreAllMocks()
  localStorage.clear()
})

test("[SETTINGS-1] values are those of local storage, under their own keys", async () => {
  const preferences = await open()
  expect(run(preferences.get("theme"))).toBeNull()
  run(preferences.set("theme", "light"))
  localStorage.setItem("language", "de")
  expect(localStorage.getItem("theme")).toBe("light")
  expect(run(preferences.get("language"))).toBe("de")
  expect([...run(preferences.keys)].sort()).toEqual(["language", "theme"])
  run(preferences.remove("theme"))
  expect(run(preferences.get("theme"))).toBeNull()
  expect({ ...localStorage }).toEqual({ language: "de" })
})

test("[AUTH-13] a listener gets the key of each change by another tab, and of a clearing", async () => {
  const preferences = await open()
  const received: string[] = []
  const stop = run(preferences.onForeignChange((key) => received.push(key)))
  const other = otherTab()
  run(preferences.get("user"))
  run(preferences.set("theme", "dark"))
  other.storage.setItem("renderType", "dx9")
  await vi.waitUntil(() => received.length === 1)
  other.storage.clear()
  await vi.waitUntil(() => received.length === 2)
  expect(received).toEqual(["renderType", "user"])
  stop()
  other.close()
})

test("[SETTINGS-1] a full storage costs the value only its life beyond this page", async () => {
  const preferences = await open()
  run(preferences.set("theme", "dark"))
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError")
  })
  run(preferences.set("theme", "light"))
  expect(run(preferences.get("theme"))).toBe("light")
  expect(run(preferences.keys)).toEqual(["theme"])
  vi.restoreAllMocks()
  run(preferences.set("theme", "dark"))
  expect([run(preferences.get("theme")), localStorage.getItem("theme")]).toEqual(["dark", "dark"])
})

test("[SETTINGS-1] a browser that forbids local storage is worked with", async () => {
  vi.spyOn(window, "localStorage", "get").mockImplementation(() => {
    throw new DOMException("denied", "SecurityError")
  })
  const preferences = await open()
  run(preferences.set("theme", "light"))
  expect([run(preferences.get("theme")), run(preferences.keys)]).toEqual(["light", ["theme"]])
  run(preferences.remove("theme"))
  expect(run(preferences.get("theme"))).toBeNull()
})

const wholeUser = {
  id: "u1",
  email: "owner@example.com",
  name: "Owner",
  createdAt: 1,
  loginAt: 2,
  uid: "u1",
  token: "t",
  type: "main",
  status: "active",
}

test("[ROUTE-1] what counts as a saved user for the first page is what the engine adopts", () => {
  const other = fc.constantFrom<unknown>("", "main", "x", 0, 1.5, null, true, [], {})
  const damaged = fc
    .record({
      key: fc.constantFrom(...Object.keys(wholeUser), "more", "__proto__"),
      value: other,
      isGone: fc.boolean(),
    })
    .map(({ key, value, isGone }) =>
      JSON.stringify(Object.fromEntries(Object.entries({ ...wholeUser, [key]: isGone ? undefined : value }))),
    )
  const junk = fc.constantFrom("{", "null", "", "[]", "{}", "1", '"user"', JSON.stringify(wholeUser))
  fc.assert(
    fc.property(fc.oneof(damaged, junk), (text) => {
      expect(isSavedUser(text)).toBe(parsePlainUser(text) !== null)
    }),
  )
  for (const text of ["{", "null"]) {
    localStorage.setItem("user", text)
    expect(opensOnDevices()).toBe(false)
  }
  localStorage.setItem("user", JSON.stringify(wholeUser))
  expect(opensOnDevices()).toBe(true)
})
