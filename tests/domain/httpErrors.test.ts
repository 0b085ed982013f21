import * as fc from "fast-check"
import { expect, test } from "vitest"
import { requestReset } from "../../src/domain/client/accounts/flows/entrance.ts"
import { startFlow } from "../../src/domain/client/accounts/flows/memory.ts"
import { answerTo } from "../../src/domain/client/answering.ts"
import { Engine } from "../../src/domain/client/log/engine.ts"
import type { ListName } from "../../src/domain/event/listRead.ts"
import { failureOf } from "../../src/domain/features/firmware/updates.ts"
import { flowOf } from "../../src/domain/features/flows/machines.ts"
import { USER_KEY } from "../../src/domain/features/session/savedUser.ts"
import { parseEmail } from "../../src/domain/values/email.ts"
import { UNDECODABLE_MAX } from "../../src/domain/values/limits.ts"
import { listState } from "../../src/domain/views/listState.ts"
import { connectionSign } from "../../src/domain/views/notices.ts"
import { readAnswer } from "../../src/domain/wire/answer.ts"
import { SERVER } from "./recorder.ts"
import { TestBrowser } from "./tabs.ts"

/** A server that answers with an HTTP error was reached: it is never said to be away (MSG-3). */

const who = { uid: "u1", name: "n", email: "n@example.com", createdAt: 0 }
const lists: readonly ListName[] = ["devices", "subAccounts", "mainAccounts"]

test("[MSG-3] any HTTP status of any call is kept with the failure", () => {
  const errors = fc.integer({ min: 100, max: 599 }).filter((status) => status !== 429)
  fc.assert(
    fc.property(errors, fc.constantFrom("signup", "loginWithToken", "rename_device"), (status, call) => {
      expect(readAnswer(call, { status, text: undefined })).toMatchObject({
        failure: { _tag: "NoReply", kind: "http", httpStatus: status },
      })
    }),
  )
})

test.each(lists)(
  "[MSG-3] %s that an HTTP error answers says which one, until another failure takes its place",
  (list) => {
    const browser = new TestBrowser()
    const user = { ...who, id: "u1", token: "t", type: "main", status: "active", server: SERVER, sessionId: "s1" }
    browser.storage.set(USER_KEY, JSON.stringify({ ...user, loginAt: 0 }))
    return browser.gen(function* () {
      const engine = yield* Engine
      const session = { ...who, id: "s1", server: SERVER, serverType: "public" as const }
      yield* engine.dispatch({ type: "CompleteSignIn", session })
      const ask = answerTo({ type: "Refresh", list, asked: true }, true)
      const shown = () => listState(engine.state(), list, 0, 0)
      for (const status of [404, 500]) {
        browser.http = { status }
        yield* ask
        expect(shown()).toMatchObject({ failure: "connect", httpStatus: status })
      }
      browser.http = undefined
      browser.respond = () => ({})
      yield* ask
      expect(shown()).toMatchObject({ failure: "unreadable", httpStatus: null })
    })
  },
)

test("[MSG-3][LAYOUT-5] a server that answers with HTTP errors alone is not one that cannot be reached", () => {
  const browser = new TestBrowser()
  const user = { ...who, id: "u1", token: "t", type: "main", status: "active", server: SERVER, sessionId: "s1" }
  browser.storage.set(USER_KEY, JSON.stringify({ ...user, loginAt: 0 }))
  browser.http = { status: 502 }
  return browser.gen(function* () {
    const engine = yield* Engine
    const session = { ...who, id: "s1", server: SERVER, serverType: "public" as const }
    yield* engine.dispatch({ type: "CompleteSignIn", session })
    yield* engine.dispatch({ type: "ReportConnection", status: "online" })
    for (let n = 0; n < UNDECODABLE_MAX; n += 1)
      yield* answerTo({ type: "Refresh", list: "devices", asked: true }, true)
    expect(engine.state().connection.status).toBe("unreachable")
    expect(connectionSign(engine.state())).toBe("unreadable")
  })
})

test("[MSG-3][AUTH-9] a step of a flow that an HTTP error answers says which one, and the next one forgets it", () => {
  const browser = new TestBrowser()
  browser.http = { status: 404 }
  const email = parseEmail("zoe@example.com")
  if (!email.ok) throw new Error("the test's own address is not valid")
  return browser.gen(function* () {
    const engine = yield* Engine
    const flow = () => flowOf(engine.state().flows, "tab-1", "resetPassword")
    yield* startFlow("resetPassword")
    yield* requestReset(email.value, SERVER)
    expect(flow()).toMatchObject({ stage: "email", failure: "connect", httpStatus: 404 })
    browser.http = undefined
    browser.respond = () => ({ status: -100 })
    yield* requestReset(email.value, SERVER)
    expect(flow()).toMatchObject({ stage: "email", failure: "tooOften" })
    expect(flow()).not.toHaveProperty("httpStatus")
  })
})

test.each([
  ["download_failed", "connect"],
  ["download_timed_out", "noAnswer"],
  ["download_unreadable", "unreadable"],
  ["download_too_large", "tooLarge"],
  ["download_cut", "truncated"],
  ["download_wait", "wait"],
  ["a reason of a later bridge", "unknown"],
])("[FW-3][MSG-3] a bridge that ends an update with %s is shown as %s", (reason, failure) => {
  expect(failureOf(reason)).toBe(failure)
})
