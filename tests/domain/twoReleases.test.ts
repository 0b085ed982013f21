import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { expect, test } from "vitest"
import { signIn } from "../../src/domain/client/accounts/flows/signIn.ts"
import { runClient } from "../../src/domain/client/client.ts"
import { Engine } from "../../src/domain/client/log/engine.ts"
import { REFRESH_INTERVAL_MS } from "../../src/domain/values/limits.ts"
import { signInForm } from "./recorder.ts"
import { TestBrowser } from "./tabs.ts"

/** Two releases of the app in two tabs: the older one leaves what it does not understand to the newer one. */

const signedIn = () => {
  const browser = new TestBrowser()
  browser.respond = ({ call }) =>
    call === "signin"
      ? { status: 0, name: "Owner", uid: "u1", token: "token-1" }
      : { status: 0, uid: "u1", token: "token-1", devices: [], subdevices: [], accounts: [], result: [] }
  return browser
}

const newerUsers: readonly (readonly [string, (saved: Readonly<Record<string, unknown>>) => string])[] = [
  ["of another kind of account", (saved) => JSON.stringify({ ...saved, type: "sub" })],
  ["with a token of another shape", (saved) => JSON.stringify({ ...saved, token: { value: "t", until: 5 } })],
  ["with times as text", (saved) => JSON.stringify({ ...saved, loginAt: "2027-01-01T00:00:00Z" })],
  ["that is sealed", () => "v2:c2VhbGVk"],
]

test.each(newerUsers)(
  "[EVENT-3][AUTH-10] a saved user %s, which a newer release wrote, stays and ends no session",
  (_, write) =>
    signedIn().gen(function* (browser) {
      const engine = yield* Engine
      yield* Effect.forkScoped(runClient)
      yield* signIn(signInForm())
      yield* TestClock.adjust(REFRESH_INTERVAL_MS)
      const session = engine.state().session.current?.id
      const newer = write(JSON.parse(browser.storage.get("user") ?? "{}"))
      browser.storage.set("user", newer)
      yield* TestClock.adjust(5 * REFRESH_INTERVAL_MS)
      expect(browser.storage.get("user")).toBe(newer)
      expect(engine.state().session.current?.id).toBe(session)
      expect(session).toBeDefined()
    }),
)

test("[EVENT-3][AUTH-10] a tab that met a newer log ends no session, erases nothing and sends nothing more", () =>
  signedIn().gen(function* (browser) {
    const engine = yield* Engine
    yield* Effect.forkScoped(runClient)
    yield* signIn(signInForm())
    yield* TestClock.adjust(REFRESH_INTERVAL_MS)
    const seq = browser.log.events.length + 1
    const fixed = { id: "newer", at: 1, account: null, tab: "newer", cause: null, payload: {} }
    browser.log.events.push({ ...fixed, seq, type: "SomethingNew", v: 1 })
    yield* engine.catchUp
    expect(engine.status().outdated).toBe(true)
    const saved = { ...JSON.parse(browser.storage.get("user") ?? "{}"), sessionId: "of-the-newer", uid: "u2" }
    browser.storage.set("user", JSON.stringify(saved)).set("passcode.d1", "1234")
    const before = { user: browser.storage.get("user"), vault: browser.vault.size }
    const asked = browser.requests.length
    yield* TestClock.adjust(5 * REFRESH_INTERVAL_MS)
    expect({ user: browser.storage.get("user"), vault: browser.vault.size }).toEqual(before)
    expect(browser.storage.get("passcode.d1")).toBe("1234")
    expect(browser.requests.length).toBe(asked)
    browser.storage.delete("user")
    yield* TestClock.adjust(5 * REFRESH_INTERVAL_MS)
    expect(browser.storage.get("passcode.d1")).toBe("1234")
    expect(browser.log.events.length).toBe(seq)
  }))
