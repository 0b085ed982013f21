import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import * as fc from "fast-check"
import { expect, test } from "vitest"
import { Engine } from "../../src/domain/client/log/engine.ts"
import { setPreference } from "../../src/domain/client/preferences.ts"
import { resetSettings } from "../../src/domain/client/resetSettings.ts"
import { parseSavedUser } from "../../src/domain/features/session/savedUser.ts"
import { type PreferenceKey, preferenceKeys } from "../../src/domain/features/settings/feature.ts"
import { outboxView } from "../../src/domain/views/outbox.ts"
import { accountOf, SERVER } from "./recorder.ts"
import { TestBrowser } from "./tabs.ts"

/** The time for which the dialog shows that it works, ms. */
const PROCESSING_MS = 1_000
const DESK = { id: "d1", name: "Desk", model: 1, lastSeen: 0, flags: 0, build: 0, shared: false, owner: "" }

/** A signed-in person with a rename to send. */
const withRename = Effect.gen(function* () {
  const engine = yield* Engine
  const fields = { name: "Owner", email: "owner@example.com", createdAt: 0, serverType: "private" } as const
  yield* engine.dispatch({ type: "CompleteSignIn", session: { id: "s", server: SERVER, uid: "u1", ...fields } })
  yield* engine.dispatch({ type: "RecordDevices", account: accountOf("u1"), begunAt: 0, devices: [DESK] })
  yield* engine.dispatch({ type: "RenameDevice", did: "d1", name: "Bench" })
  return engine
})

const fields = { id: "u1", email: "owner@example.com", name: "Owner", createdAt: 0, loginAt: 0, uid: "u1", token: "t" }
/** The user that another client saved names neither server nor session. */
const plainUser = { ...fields, type: "main", status: "active" } as const
const user = JSON.stringify({ ...plainUser, server: SERVER, sessionId: "s" })

const preferences = fc.dictionary(fc.constantFrom<PreferenceKey>(...preferenceKeys), fc.constantFrom("true", "x", ""))

test("[SETTINGS-2] a reset takes 1 s, clears all local storage but the user, and keeps the log and what is unsent", () =>
  fc.assert(
    fc.asyncProperty(preferences, fc.dictionary(fc.string(), fc.string()), async (chosen, foreign) => {
      const browser = new TestBrowser()
      await browser.gen(function* () {
        const engine = yield* withRename
        for (const [key, value] of Object.entries(foreign)) browser.storage.set(key, value)
        browser.storage.set("user", user)
        for (const key of preferenceKeys) {
          const value = chosen[key]
          if (value !== undefined) yield* setPreference(key, value)
        }
        const stored = new Map(browser.storage)
        const { events } = browser.log
        const logged = events.map(({ id }) => id)
        const unsent = outboxView(engine.state()).waiting
        const resetting = yield* Effect.forkChild(resetSettings)
        yield* TestClock.adjust(PROCESSING_MS - 1)
        expect(browser.storage).toEqual(stored)
        yield* TestClock.adjust(1)
        yield* Fiber.join(resetting)
        expect([...browser.storage]).toEqual([["user", user]])
        expect([...engine.state().settings.values()].filter((value) => value !== null)).toEqual([])
        expect(unsent).toHaveLength(1)
        expect(outboxView(engine.state()).waiting).toEqual(unsent)
        expect(browser.log.events.slice(0, logged.length).map(({ id }) => id)).toEqual(logged)
      })
    }),
    { numRuns: 40 },
  ))

test("[SETTINGS-2] the log forgets also what another tab wrote a moment ago, and this one has not read", () => {
  const browser = new TestBrowser()
  browser.storeOptions = { carry: () => {} }
  return browser.gen(function* () {
    const engine = yield* Engine
    const other = yield* browser.tab()
    browser.storage.set("shortcuts", "false")
    yield* other.dispatch({ type: "ObservePreference", key: "shortcuts", value: "false" })
    expect(engine.state().settings.has("shortcuts")).toBe(false)
    const resetting = yield* Effect.forkChild(resetSettings)
    yield* TestClock.adjust(PROCESSING_MS)
    yield* Fiber.join(resetting)
    expect(browser.storage.has("shortcuts")).toBe(false)
    expect(engine.state().settings.has("shortcuts")).toBe(false)
  })
})

const afterReset = (settings: Readonly<Record<string, string>>) => {
  const browser = new TestBrowser()
  browser.storage.set("user", JSON.stringify(plainUser))
  for (const [key, value] of Object.entries(settings)) browser.storage.set(key, value)
  return browser.gen(function* () {
    const resetting = yield* Effect.forkChild(resetSettings)
    yield* TestClock.adjust(PROCESSING_MS)
    yield* Fiber.join(resetting)
    return parseSavedUser(browser.storage.get("user") ?? null)
  })
}

test("[SETTINGS-2][AUTH-13] a user that names no server stays one of the server that was configured, or goes", async () => {
  expect(await afterReset({ serverType: "private", serverUrl: SERVER })).toMatchObject({ token: "t", server: SERVER })
  expect(await afterReset({ serverType: "private" })).toBeNull()
})
