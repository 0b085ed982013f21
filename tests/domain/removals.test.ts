import { Effect } from "effect"
import * as fc from "fast-check"
import { expect, test } from "vitest"
import { signIn } from "../../src/domain/client/accounts/flows/signIn.ts"
import { Engine } from "../../src/domain/client/log/engine.ts"
import { monotonicMillis } from "../../src/domain/client/monotonic.ts"
import { deliver } from "../../src/domain/client/sending/delivery.ts"
import { Refresher } from "../../src/domain/client/sync/refresher.ts"
import { parseEmail } from "../../src/domain/values/email.ts"
import { parsePassword } from "../../src/domain/values/password.ts"
import { type Notice, noticeOf } from "../../src/domain/views/messages.ts"
import { outboxView } from "../../src/domain/views/outbox.ts"
import { subAccountRow, subAccountsView } from "../../src/domain/views/subAccounts.ts"
import { SERVER } from "./recorder.ts"
import { TestBrowser } from "./tabs.ts"

const SUB = { id: "s1", name: "Jonas", email: "jonas@example.com", createdAt: 0, status: 2, devices: [] }
const OTHER = { ...SUB, id: "s2", name: "Lea", email: "lea@example.com" }
const listed = (...accounts: readonly object[]) => ({ status: 0, devices: [], accounts })

const form = () => {
  const [email, password] = [parseEmail("owner@example.com"), parsePassword("password")]
  if (!email.ok || !password.ok) throw new Error("the form is good")
  return { email: email.value, password: password.value, serverType: "private", server: SERVER } as const
}

/** The list that the server gives after it refused a removal, and the resulting status of the removal. */
const LISTS = {
  gone: { answer: listed(OTHER), end: { state: "confirmed", by: "read" } },
  deleted: { answer: listed({ ...SUB, status: 4 }, OTHER), end: { state: "confirmed", by: "read" } },
  there: { answer: listed(SUB, OTHER), end: { state: "refused", reason: "unknown" } },
  silent: { answer: null, end: { state: "waiting", reason: "noReply" } },
  tooOften: { answer: { status: -100 }, end: { state: "waiting", reason: "noReply" } },
  broken: { answer: { status: -999 }, end: { state: "refused", reason: "unknown" } },
} as const

/** Removes Jonas on a server that answers with this status and this list. */
const remove = Effect.fnUntraced(function* (browser: TestBrowser, status: number, list: object | null) {
  browser.respond = ({ call }) => {
    if (call === "signin") return { status: 0, name: "Owner", uid: "u1", token: "t" }
    return call === "get_subaccount_list" ? listed(SUB, OTHER) : { status: 0 }
  }
  const engine = yield* Engine
  yield* signIn(form())
  yield* (yield* Refresher).read("subAccounts")
  yield* engine.dispatch({ type: "ChangeSubAccountState", accountId: SUB.id, state: 4 })
  yield* engine.dispatch({ type: "TakeLeadership" })
  const [action] = engine.state().outbox.actions.values()
  if (action === undefined) throw new Error("nothing is queued")
  const begunAt = yield* monotonicMillis
  const [claimed] = yield* engine.dispatch({ type: "ClaimAction", action: action.id, epoch: 1 })
  browser.respond = ({ call }) => (call === "get_subaccount_list" ? list : { status })
  browser.requests.length = 0
  const notices: Notice[] = []
  let before = engine.state()
  engine.onPublish((state, events) => {
    notices.push(...events.flatMap((event) => noticeOf(event, before, "tab-1") ?? []))
    before = state
  })
  yield* deliver(action, { attempt: 1, at: claimed?.at ?? 0, begunAt })
  return { state: engine.state(), notices, end: engine.state().outbox.actions.get(action.id)?.status }
})

test("[SUB-3] a refused removal ends as the list read after it says: gone already is removed", () =>
  fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...Object.values(LISTS)),
      fc.integer({ min: -999, max: -110 }),
      async ({ answer, end }, status) => {
        const browser = new TestBrowser()
        const calls = () => browser.requests.map(({ call }) => call)
        await browser.gen(function* () {
          const done = yield* remove(browser, status, answer)
          expect(calls()).toEqual(["update_subaccount_state", "get_subaccount_list"])
          expect(done.end).toMatchObject(end)
          const names = subAccountsView(done.state, 0)?.ids.map((id) => subAccountRow(done.state, id)?.name)
          expect(names).toEqual(end.state === "confirmed" ? ["Lea"] : ["Jonas", "Lea"])
        })
      },
    ),
    { numRuns: 40 },
  ))

test("[SUB-3][OFFLINE-3] a removal of what is gone counts as removed: no error, and confirmed in the outbox", () =>
  new TestBrowser().gen(function* (browser) {
    const { state, notices } = yield* remove(browser, -120, LISTS.gone.answer)
    expect(notices).toEqual([])
    expect(outboxView(state)).toMatchObject({ waiting: [], decide: [], settled: [{ state: "confirmed" }] })
  }))

test("[SUB-3] other refusals are not looked into: a removal asked too often waits", () =>
  new TestBrowser().gen(function* (browser) {
    const { end } = yield* remove(browser, -100, LISTS.gone.answer)
    expect(browser.requests.map(({ call }) => call)).toEqual(["update_subaccount_state"])
    expect(end).toMatchObject({ state: "waiting", reason: "tooOften" })
  }))

test("[SUB-3] what is read to see whether something is gone begins after the refusal, whatever is under way", () =>
  new TestBrowser().gen(function* (browser) {
    yield* remove(browser, -120, LISTS.there.answer)
    const { read, readAgain } = yield* Refresher
    const asked = Effect.fnUntraced(function* (second: typeof read) {
      browser.requests.length = 0
      yield* Effect.all([read("subAccounts"), second("subAccounts")], { concurrency: "unbounded" })
      return browser.requests.length
    })
    expect([yield* asked(read), yield* asked(readAgain)]).toEqual([1, 2])
  }))
