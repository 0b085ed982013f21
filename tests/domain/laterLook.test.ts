import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { expect, test } from "vitest"
import { signIn } from "../../src/domain/client/accounts/flows/signIn.ts"
import { answerTo } from "../../src/domain/client/answering.ts"
import { runClient } from "../../src/domain/client/client.ts"
import { Engine } from "../../src/domain/client/log/engine.ts"
import { CLAIM_FRESH_MS, REQUEST_LONGEST_LIFE_MS, RETRY_CAP_MS } from "../../src/domain/values/limits.ts"
import { signInForm } from "./recorder.ts"
import { TestBrowser } from "./tabs.ts"

const session = { status: 0, uid: "u1", token: "token-1" }
const main = { id: "m1", name: "Main", email: "main@example.com" }
const invited = { id: "s1", name: "Ann", email: "ann@example.com", createdAt: 1, status: 0, devices: [] }

/** A server that carries out an at-most-once call long after the tab has stopped waiting for the reply. */
const slowServer = () => {
  const browser = new TestBrowser()
  const world = { hasArrived: false }
  browser.respond = ({ call }) => {
    switch (call) {
      case "signin":
        return { ...session, name: "Owner" }
      case "loginWithToken":
        return { ...session, devices: [], subdevices: [] }
      case "get_subaccount_list":
        return { status: 0, devices: [], accounts: world.hasArrived ? [invited] : [] }
      case "get_main_accounts":
        return { status: 0, result: world.hasArrived ? [] : [main] }
      default:
        return null
    }
  }
  const countOf = (name: string) => browser.requests.filter(({ call }) => call === name).length
  return { browser, world, countOf }
}

const LONGEST_MS = REQUEST_LONGEST_LIFE_MS + CLAIM_FRESH_MS

test.each([
  ["send_invitation", "get_subaccount_list", { type: "SendInvitation", name: "Ann", email: "ann@example.com" }],
  ["disconnect_main_account", "get_main_accounts", { type: "DisconnectMainAccount", accountId: "m1" }],
] as const)(
  "[SUB-2][ACCOUNT-1][OFFLINE-3] %s that arrives after the time-out is confirmed by a later look",
  (call, list, ask) => {
    const { browser, world, countOf } = slowServer()
    return browser.gen(function* () {
      const engine = yield* Engine
      yield* Effect.forkScoped(runClient)
      yield* signIn(signInForm())
      yield* answerTo({ type: "Refresh", list: "mainAccounts", asked: false }, true)
      yield* answerTo(ask, true)
      yield* TestClock.adjust(10_000)
      const stateOf = () => [...engine.state().outbox.actions.values()].map(({ status }) => status.state)
      expect(stateOf()).toEqual(["unconfirmed"])
      const looks = countOf(list)
      world.hasArrived = true
      yield* TestClock.adjust(LONGEST_MS)
      expect(stateOf()).toEqual(["confirmed"])
      // One read of the list is enough.
      expect(countOf(list)).toBeGreaterThan(looks)
      expect(countOf(list)).toBeLessThanOrEqual(looks + 2)
      expect(countOf(call)).toBe(1)
    })
  },
)

test("[SUB-2][OFFLINE-8] what has not arrived within its longest life is looked for once more, and then left to the person", () => {
  const { browser, countOf } = slowServer()
  return browser.gen(function* () {
    const engine = yield* Engine
    yield* Effect.forkScoped(runClient)
    yield* signIn(signInForm())
    yield* answerTo({ type: "SendInvitation", name: "Ann", email: "ann@example.com" }, true)
    yield* TestClock.adjust(LONGEST_MS + 10_000)
    const looks = countOf("get_subaccount_list")
    yield* TestClock.adjust(10 * LONGEST_MS)
    expect(countOf("get_subaccount_list")).toBe(looks)
    expect([...engine.state().outbox.actions.values()].map(({ status }) => status.state)).toEqual(["unconfirmed"])
  })
})

test("[LAYOUT-6][OFFLINE-4] a server that answers is there at once, whatever the system says of the network", () => {
  const { browser, countOf } = slowServer()
  browser.online = false
  return browser.gen(function* () {
    const engine = yield* Engine
    yield* Effect.forkScoped(runClient)
    yield* TestClock.adjust(100)
    yield* TestClock.adjust(1)
    expect(engine.state().connection.status).toBe("offline")
    yield* signIn(signInForm())
    yield* TestClock.adjust(1_000)
    expect(engine.state().connection.status).toBe("online")
    expect(engine.state().devices.read).toMatchObject({ failure: null })
    expect(engine.state().devices.read.at).not.toBe(null)
    expect(countOf("loginWithToken")).toBeGreaterThan(0)
  })
})

test("[LAYOUT-6][OFFLINE-4] a start is probed at once, and a server that comes back is found within a minute", () => {
  const { browser, countOf } = slowServer()
  const answers = browser.respond
  return browser.gen(function* () {
    const engine = yield* Engine
    yield* signIn(signInForm())
    browser.online = false
    browser.respond = () => null
    yield* Effect.forkScoped(runClient)
    yield* TestClock.adjust(1_000)
    expect(countOf("loginWithToken")).toBeGreaterThan(0)
    yield* TestClock.adjust(10 * RETRY_CAP_MS)
    browser.respond = answers
    yield* TestClock.adjust(RETRY_CAP_MS + 1_000)
    expect(engine.state().connection.status).toBe("online")
  })
})
