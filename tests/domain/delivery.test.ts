import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { expect, test } from "vitest"
import { signIn } from "../../src/domain/client/accounts/flows/signIn.ts"
import { runClient } from "../../src/domain/client/client.ts"
import { Engine } from "../../src/domain/client/log/engine.ts"
import { monotonicMillis } from "../../src/domain/client/monotonic.ts"
import { deliver } from "../../src/domain/client/sending/delivery.ts"
import { Refresher } from "../../src/domain/client/sync/refresher.ts"
import { parseSavedUser } from "../../src/domain/features/session/savedUser.ts"
import type { Command } from "../../src/domain/product/decide.ts"
import { CLAIM_FRESH_MS, CLOCK_STEP_TOLERATED_MS } from "../../src/domain/values/limits.ts"
import { SERVER, signInForm } from "./recorder.ts"
import { type Respond, TestBrowser } from "./tabs.ts"

/** Events between a claim and its outcome: time passes, another session begins, the server refuses. */

const DESK = { id: "d1", name: "Desk", model: 1, lastSeen: 0, flags: 4, build: 0 }
const RENAME: Command = { type: "RenameDevice", did: "d1", name: "Bench" }
const REBOOT: Command = { type: "RebootDevice", did: "d1" }
const INVITE: Command = { type: "SendInvitation", name: "Pia", email: "pia@example.com" }

const kind: Respond = ({ call }) => {
  if (call === "signin") return { status: 0, name: "Owner", uid: "u1", token: "t1" }
  if (call === "loginWithToken") return { status: 0, uid: "u1", token: "t2", devices: [DESK], subdevices: [] }
  return call === "send_invitation" ? { status: 0, code: "123456" } : { status: 0 }
}

const friendly = () => {
  const browser = new TestBrowser()
  browser.respond = kind
  return browser
}

/** A person signs in, reads the devices and gives this command. A leader has claimed the action and not sent it yet. */
const claimed = Effect.fnUntraced(function* (browser: TestBrowser, command: Command) {
  const engine = yield* Engine
  yield* signIn(signInForm())
  yield* (yield* Refresher).read("devices")
  yield* engine.dispatch({ type: "TakeLeadership" })
  yield* engine.dispatch(command)
  const [action] = engine.state().outbox.actions.values()
  if (action === undefined) throw new Error("nothing is queued")
  const begunAt = yield* monotonicMillis
  const [event] = yield* engine.dispatch({ type: "ClaimAction", action: action.id, epoch: 1 })
  if (event?.type !== "ActionClaimed") throw new Error("nothing is claimed")
  browser.requests.length = 0
  const status = () => engine.state().outbox.actions.get(action.id)?.status
  return { engine, action, claim: { attempt: 1, at: event.at, begunAt }, status }
})

/** Ages of a claim by the wall clock, and by the clock that stops during sleep, ms. */
const ages = [-CLOCK_STEP_TOLERATED_MS - 1, -CLOCK_STEP_TOLERATED_MS, 0, CLAIM_FRESH_MS, CLAIM_FRESH_MS + 1].flatMap(
  (age) => [0, CLAIM_FRESH_MS, CLAIM_FRESH_MS + 1].map((lasted) => [age, lasted] as const),
)

test.each(ages)(
  "[OFFLINE-5][OFFLINE-7] a claim that is %i ms old on the wall and %i ms awake goes out only while both clocks call it fresh",
  (age, lasted) => {
    const browser = friendly()
    return browser.gen(function* () {
      const { action, claim, status } = yield* claimed(browser, RENAME)
      yield* deliver(action, {
        ...claim,
        at: claim.at - age,
        begunAt: claim.begunAt - lasted,
      })
      const isFresh = age >= -CLOCK_STEP_TOLERATED_MS && age <= CLAIM_FRESH_MS && lasted <= CLAIM_FRESH_MS
      expect(browser.requests.map(({ call }) => call)).toEqual(isFresh ? ["rename_device"] : [])
      expect(status()).toMatchObject(isFresh ? { state: "confirmed" } : { state: "waiting", reason: "notSent" })
    })
  },
)

const orders: readonly Command[] = [
  { type: "WakeDevice", did: "d1", mac: null },
  { type: "RebootDevice", did: "d1" },
]
test.each(orders.flatMap((command) => [-106, -109].map((status) => [command.type, status, command] as const)))(
  "[MSG-2][AUTH-10] a %s that is answered by %i is refused, and ends no session",
  (_type, answer, command) => {
    const browser = friendly()
    return browser.gen(function* () {
      const { engine, action, claim, status } = yield* claimed(browser, command)
      browser.respond = () => ({ status: answer })
      yield* deliver(action, claim)
      expect(status()).toMatchObject({ state: "refused", reason: "sessionInvalid" })
      expect(engine.state().session.current?.uid).toBe("u1")
      expect(parseSavedUser(browser.storage.get("user") ?? null)?.uid).toBe("u1")
    })
  },
)

test.each([true, false])(
  "[SEC-4][SUB-2] the code of an invitation is kept, and not when its owner has signed out meanwhile: %s",
  (staysSignedIn) => {
    const browser = friendly()
    return browser.gen(function* () {
      const { engine, action, claim, status } = yield* claimed(browser, INVITE)
      const sessionId = engine.state().session.current?.id ?? ""
      browser.before = ({ call }) =>
        call === "send_invitation" && !staysSignedIn
          ? Effect.ignore(engine.dispatch({ type: "EndSession", sessionId, reason: "person" }))
          : Effect.void
      yield* deliver(action, claim)
      expect(status()).toMatchObject({ state: "confirmed" })
      expect([...browser.vault.values()]).toEqual(staysSignedIn ? ["123456"] : [])
    })
  },
)

test("[AUTH-10][OFFLINE-8] a renewal that brings another account begins a session of its own, and what waits stays with the first", () =>
  friendly().gen(function* (browser) {
    const engine = yield* Engine
    const { read } = yield* Refresher
    yield* signIn(signInForm())
    yield* read("devices")
    yield* engine.dispatch(RENAME)
    const first = engine.state().session.current
    browser.respond = (request) => (request.call === "loginWithToken" ? { ...kind(request), uid: "u2" } : kind(request))
    yield* read("devices")
    const { session, outbox } = engine.state()
    expect(session.current).toMatchObject({ uid: "u2" })
    expect(session.current?.id).not.toBe(first?.id)
    expect(parseSavedUser(browser.storage.get("user") ?? null)).toMatchObject({
      uid: "u2",
      sessionId: session.current?.id,
    })
    expect([...outbox.actions.values()].map(({ account }) => account)).toEqual([first?.account])
  }))

test("[OFFLINE-8][AUTH-13] a list that comes when somebody else has signed in is dropped", () =>
  friendly().gen(function* (browser) {
    const engine = yield* Engine
    yield* signIn(signInForm())
    const other = { id: "other", server: SERVER, uid: "u2", name: "B", email: "b@example.com", createdAt: 0 } as const
    browser.before = ({ call }) =>
      call === "loginWithToken"
        ? Effect.ignore(engine.dispatch({ type: "CompleteSignIn", session: { ...other, serverType: "private" } }))
        : Effect.void
    yield* (yield* Refresher).read("devices")
    expect(engine.state().session.current?.uid).toBe("u2")
    expect([...engine.state().devices.bound.keys()]).toEqual([])
  }))

test.each([RENAME, REBOOT])(
  "[OFFLINE-7][EVENT-4] a claim that the browser kept after all goes out, also when the tab got no answer: %j",
  (asked) => {
    const browser = friendly()
    let isKeptAfterAll = false
    browser.storeOptions = {
      fault: (written) => {
        if (!(Array.isArray(written) && written.some(({ type }) => type === "ActionClaimed"))) return undefined
        if (isKeptAfterAll) return undefined
        isKeptAfterAll = true
        browser.log.events.push(...written)
        return "unanswered"
      },
    }
    return browser.gen(function* () {
      const engine = yield* Engine
      yield* Effect.forkScoped(runClient)
      yield* signIn(signInForm())
      yield* TestClock.adjust("10 seconds")
      yield* engine.dispatch(asked)
      yield* TestClock.adjust("20 seconds")
      const [action] = engine.state().outbox.actions.values()
      expect(isKeptAfterAll).toBe(true)
      expect(action?.status).toMatchObject({ state: "confirmed" })
      const sent = browser.requests.filter(({ call }) => call === "rename_device" || call === "request_device")
      expect(sent).toHaveLength(1)
    })
  },
)

test("[MSG-3][OFFLINE-3] an attempt that an HTTP error answers says which one, and the next one forgets it", () =>
  friendly().gen(function* (browser) {
    const { engine, action, claim, status } = yield* claimed(browser, RENAME)
    browser.http = { status: 502 }
    yield* deliver(action, claim)
    expect(status()).toMatchObject({ state: "waiting", reason: "noReply", httpStatus: 502 })
    browser.http = undefined
    browser.respond = () => ({})
    yield* TestClock.adjust("2 minutes")
    const begunAt = yield* monotonicMillis
    const [event] = yield* engine.dispatch({ type: "ClaimAction", action: action.id, epoch: 1 })
    const again = engine.state().outbox.actions.get(action.id)
    if (event === undefined || again === undefined) throw new Error("nothing is claimed")
    yield* deliver(again, { attempt: 2, at: event.at, begunAt })
    expect(status()).toMatchObject({ state: "waiting", reason: "noReply" })
    expect(status()).not.toHaveProperty("httpStatus")
  }))
