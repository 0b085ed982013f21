import { Effect, Fiber } from "effect"
import { expect, test } from "vitest"
import { answerTo } from "../../src/domain/client/answering.ts"
import { Engine } from "../../src/domain/client/log/engine.ts"
import type { ListName } from "../../src/domain/event/listRead.ts"
import { USER_KEY } from "../../src/domain/features/session/savedUser.ts"
import { listRead } from "../../src/domain/product/lists.ts"
import { accountOf, SERVER } from "./recorder.ts"
import { type CloudRequest, TestBrowser } from "./tabs.ts"

const lists: readonly ListName[] = ["devices", "subAccounts", "mainAccounts"]
const who = { uid: "u1", name: "n", email: "n@example.com", createdAt: 0 }
const readings: Partial<Record<CloudRequest["call"], ListName>> = {
  loginWithToken: "devices",
  get_subaccount_list: "subAccounts",
  get_main_accounts: "mainAccounts",
}
const recorded = { devices: "DevicesRead", subAccounts: "SubAccountsRead", mainAccounts: "MainAccountsRead" }

/** A signed-in person whose server was away until now. */
const browserOf = () => {
  const browser = new TestBrowser()
  const user = { ...who, id: "u1", token: "t", type: "main", status: "active", server: SERVER, sessionId: "s1" }
  browser.storage.set(USER_KEY, JSON.stringify({ ...user, loginAt: 0 }))
  browser.respond = () => ({ status: 0, ...who, token: "t", devices: [], subdevices: [], accounts: [], result: [] })
  const signIn = Effect.gen(function* () {
    const engine = yield* Engine
    const session = { ...who, id: "s1", server: SERVER, serverType: "public" as const }
    yield* engine.dispatch({ type: "CompleteSignIn", session })
    yield* engine.dispatch({ type: "ReportConnection", status: "unreachable" })
    return engine
  })
  const countOf = (list: ListName) => browser.requests.filter(({ call }) => readings[call] === list).length
  return { browser, signIn, countOf }
}

test.each(lists)("[DEVICE-2][UX-4] a request for %s while a reading is recorded is answered, too", (list) => {
  const { browser, signIn, countOf } = browserOf()
  return browser.gen(function* () {
    const engine = yield* signIn
    const ask = answerTo({ type: "Refresh", list, asked: true }, true)
    const context = yield* Effect.context<Effect.Services<typeof ask>>()
    const asked: Fiber.Fiber<unknown, unknown>[] = []
    const stop = engine.onPublish((_state, events) => {
      if (asked.length === 0 && events.some(({ type }) => type === recorded[list]))
        asked.push(Effect.runForkWith(context)(ask))
    })
    yield* ask
    yield* Fiber.joinAll(asked)
    stop()
    expect(asked).toHaveLength(1)
    expect(listRead(engine.state(), accountOf("u1"), list).requested).toBe(false)
    expect(countOf(list)).toBe(2)
  })
})

test.each(lists)("[DEVICE-2] those who ask for %s at once are answered by one reading", (list) => {
  const { browser, signIn, countOf } = browserOf()
  return browser.gen(function* () {
    const engine = yield* signIn
    const ask = (asked: boolean) => answerTo({ type: "Refresh", list, asked }, true)
    yield* Effect.all([ask(true), ask(true), ask(false)], { concurrency: "unbounded" })
    expect(listRead(engine.state(), accountOf("u1"), list)).toMatchObject({ requested: false, failure: null })
    expect(countOf(list)).toBe(1)
  })
})

test.each(lists)("[DEVICE-2][UX-4] asking for %s ends with the reason when it cannot be read", (list) => {
  const { browser, signIn, countOf } = browserOf()
  return browser.gen(function* () {
    const engine = yield* signIn
    const read = () => listRead(engine.state(), accountOf("u1"), list)
    browser.respond = () => null
    yield* answerTo({ type: "Refresh", list, asked: true }, true)
    expect(read()).toMatchObject({ requested: false, failure: "connect" })
    expect(countOf(list)).toBe(1)
    // Clearing local storage removes the token.
    browser.storage.clear()
    yield* answerTo({ type: "Refresh", list, asked: true }, true)
    expect(read()).toMatchObject({ requested: false, failure: "unknown" })
    expect(countOf(list)).toBe(1)
  })
})

const CREATED = 1_700_000_000_000
const profiles = [
  {},
  { name: "another" },
  { email: "another@example.com" },
  { createdAt: CREATED },
  { name: "another", email: "another@example.com", createdAt: CREATED },
]
test.each(profiles)("[AUTH-10] a reading that gives %j of the account is kept in the log and beside it", (given) => {
  const { browser, signIn } = browserOf()
  const saved = () => JSON.parse(browser.storage.get(USER_KEY) ?? "{}")
  return browser.gen(function* () {
    const engine = yield* signIn
    const before = saved()
    const read = { status: 0, id: "u1", uid: "u1", token: "t2", devices: [], subdevices: [], ...given }
    browser.respond = () => read
    for (let time = 0; time < 2; time += 1) {
      yield* answerTo({ type: "Refresh", list: "devices", asked: true }, true)
      const { name, email, createdAt } = { ...who, ...given }
      expect(engine.state().session.current).toMatchObject({ name, email, createdAt })
      expect(saved()).toEqual({ ...before, token: "t2", name, email, createdAt })
    }
  })
})
