import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { expect, test } from "vitest"
import { signIn } from "../../src/domain/client/accounts/flows/signIn.ts"
import { runClient } from "../../src/domain/client/client.ts"
import { Engine } from "../../src/domain/client/log/engine.ts"
import { AWAITED_INTERVAL_MS, REFRESH_INTERVAL_MS } from "../../src/domain/values/limits.ts"
import { signInForm } from "./recorder.ts"
import { TestBrowser } from "./tabs.ts"

/** Another program empties the log under an open page, all of it or its end. */

const device = { id: "d1", name: "Desk", model: 1, lastSeen: 1, flags: 4, build: 0, owner: "" }

/** Signs in and queues a rename. The server never answers any request for it. */
const withRename = Effect.fnUntraced(function* (browser: TestBrowser) {
  const engine = yield* Engine
  browser.respond = ({ call }) => {
    if (call === "signin") return { status: 0, name: "Owner", uid: "u1", token: "token-1" }
    if (call === "rename_device") return null
    return { status: 0, uid: "u1", token: "token-1", devices: [device], subdevices: [], accounts: [], result: [] }
  }
  yield* signIn(signInForm())
  yield* Effect.forkScoped(runClient)
  yield* TestClock.adjust(AWAITED_INTERVAL_MS)
  expect(engine.state().devices.bound.size).toBe(1)
  browser.before = ({ call }) => (call === "rename_device" ? Effect.never : Effect.void)
  yield* engine.dispatch({ type: "RenameDevice", did: "d1", name: "Waits" })
  yield* TestClock.adjust(1_000)
  return engine
})

const renames = ({ requests }: TestBrowser) => requests.filter(({ call }) => call === "rename_device").length

test("[EVENT-4][OFFLINE-2] a page whose log is emptied keeps what it shows, says so, and sends nothing more", () =>
  new TestBrowser().gen(function* (browser) {
    const engine = yield* withRename(browser)
    const [before, sent] = [engine.state(), renames(browser)]
    browser.log.clear()
    yield* TestClock.adjust(2 * REFRESH_INTERVAL_MS)
    expect(engine.status().storage).toBe("deleted")
    expect([engine.state().session, engine.state().outbox.actions]).toEqual([before.session, before.outbox.actions])
    const refused = yield* Effect.flip(engine.dispatch({ type: "RenameDevice", did: "d1", name: "Lost" }))
    expect(refused).toMatchObject({ reason: "storage", storage: "deleted" })
    const asked = browser.requests.length
    yield* TestClock.adjust(10 * REFRESH_INTERVAL_MS)
    expect([renames(browser), browser.requests.length]).toEqual([sent, asked])
    expect(browser.log.events).toEqual([])
  }))

test("[EVENT-7][OFFLINE-2] a page whose log loses its end reports how much is gone", () =>
  new TestBrowser().gen(function* (browser) {
    const engine = yield* withRename(browser)
    browser.log.events.splice(-3)
    yield* TestClock.adjust(2 * REFRESH_INTERVAL_MS)
    expect(engine.status().storage).toBe("ok")
    expect(engine.state().damage).toMatchObject({ missing: 3 })
  }))
