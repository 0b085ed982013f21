import { Cause, Deferred, Effect, Exit, Fiber } from "effect"
import { TestClock } from "effect/testing"
import * as fc from "fast-check"
import { expect, test } from "vitest"
import { acceptInvitation } from "../../src/domain/client/accounts/flows/acceptInvitation.ts"
import {
  confirmSignUp,
  requestReset,
  resendReset,
  signUp,
  submitReset,
} from "../../src/domain/client/accounts/flows/entrance.ts"
import { startFlow } from "../../src/domain/client/accounts/flows/memory.ts"
import {
  confirmDeletion,
  confirmEmailChange,
  requestDeletion,
  requestEmailChange,
} from "../../src/domain/client/accounts/flows/ownAccount.ts"
import { signIn } from "../../src/domain/client/accounts/flows/signIn.ts"
import { signOut } from "../../src/domain/client/accounts/sessions.ts"
import { Engine } from "../../src/domain/client/log/engine.ts"
import { Refresher } from "../../src/domain/client/sync/refresher.ts"
import { type FlowStage, flowOf, type machines } from "../../src/domain/features/flows/machines.ts"
import { parseSavedUser } from "../../src/domain/features/session/savedUser.ts"
import { Digest } from "../../src/domain/ports/platform.ts"
import { model } from "../../src/domain/product/decider.ts"
import { parseCode } from "../../src/domain/values/code.ts"
import { parseEmail } from "../../src/domain/values/email.ts"
import { REQUEST_LONGEST_LIFE_MS } from "../../src/domain/values/limits.ts"
import { parseName } from "../../src/domain/values/name.ts"
import type { Parsed } from "../../src/domain/values/parsed.ts"
import { parsePassword } from "../../src/domain/values/password.ts"
import { connectedMains } from "../../src/domain/views/account.ts"
import type { CallName } from "../../src/domain/wire/cloud.ts"
import { fold, Recorder, SERVER } from "./recorder.ts"
import { type Respond, TestBrowser } from "./tabs.ts"

/** The flows in the engine: the effects of a late, lost or repeated answer, and the accounts that they concern. */

const sure = <Value>(parsed: Parsed<Value, unknown>): Value => {
  if (!parsed.ok) throw new Error("the test's own value is not valid")
  return parsed.value
}
const email = (text: string) => sure(parseEmail(text))
const CODE = sure(parseCode("123456"))
const PASSWORD = sure(parsePassword("sightline"))
const form = (address: string) =>
  ({ email: email(address), password: PASSWORD, serverType: "private", server: SERVER }) as const
const zoe = { name: sure(parseName("Zoe")), email: email("zoe@example.com"), password: PASSWORD, server: SERVER }

const DESK = { id: "d1", name: "SecretDesk", model: 1, lastSeen: 0, flags: 4, build: 0 }

/** A server that accepts everything. Each e-mail address has its own account. */
const willing: Respond = ({ call, body }) => {
  const account = String(body.email).slice(0, 6)
  if (call === "signin") return { status: 0, name: "Owner", uid: `u-${account}`, token: `token-${account}` }
  if (call === "loginWithToken") return { status: 0, uid: body.uid, token: "renewed", devices: [DESK], subdevices: [] }
  if (call === "get_main_accounts") return { status: 0, accounts: [] }
  if (call === "reset_password") return { status: 0, token: `reset-${account}` }
  return { status: 0, token: `${call} token` }
}

const browser = (respond: Respond = willing): TestBrowser => {
  const made = new TestBrowser()
  made.respond = respond
  return made
}
const saved = (of: TestBrowser) => parseSavedUser(of.storage.get("user") ?? null)
const sent = (of: TestBrowser, call: CallName) => of.requests.filter((request) => request.call === call)

/** Holds back the nth request of a call until the gate is opened. */
const holding = Effect.fnUntraced(function* (of: TestBrowser, call: CallName, nth = 1) {
  const gate = yield* Deferred.make<void>()
  of.before = () =>
    sent(of, call).length === nth && of.requests.at(-1)?.call === call ? Deferred.await(gate) : Effect.void
  return Deferred.succeed(gate, undefined)
})

/** Starts the step and lets it run until it waits for the gate. */
const underWay = <A, E, R>(step: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const fiber = yield* Effect.forkChild(step)
    for (let turn = 0; turn < 100; turn += 1) yield* Effect.yieldNow
    return fiber
  })

const stateOf = Effect.map(Engine, (engine) => engine.state())
const stage = (flow: keyof typeof machines) => Effect.map(stateOf, ({ flows }) => flowOf(flows, "tab-1", flow))

/** The stages and their successors, written a second time on purpose. */
const edges: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  signUp: {
    form: "submitting",
    submitting: "form code",
    code: "form resending confirming",
    resending: "code",
    confirming: "code done",
    done: "",
  },
  resetPassword: {
    email: "sending",
    sending: "email sent",
    sent: "email resending submitting",
    resending: "sent",
    submitting: "sent done",
    done: "",
  },
  changeEmail: {
    email: "sending",
    sending: "email code",
    code: "email resending confirming",
    resending: "code",
    confirming: "code done",
    done: "",
  },
  deleteAccount: {
    confirm: "requesting",
    requesting: "confirm verify",
    verify: "resending processing",
    resending: "verify",
    processing: "verify done",
    done: "",
  },
  acceptInvitation: { enter: "sending", sending: "enter done", done: "" },
  signIn: { form: "asking", asking: "form done", done: "asking" },
}

const places: readonly FlowStage[] = [
  ...(["form", "submitting", "code", "resending", "confirming", "done"] as const).map(
    (stage): FlowStage => ({ flow: "signUp", stage }),
  ),
  ...(["email", "sending", "sent", "resending", "submitting", "done"] as const).map(
    (stage): FlowStage => ({ flow: "resetPassword", stage }),
  ),
  ...(["email", "sending", "code", "resending", "confirming", "done"] as const).map(
    (stage): FlowStage => ({ flow: "changeEmail", stage }),
  ),
  ...(["confirm", "requesting", "verify", "resending", "processing", "done"] as const).map(
    (stage): FlowStage => ({ flow: "deleteAccount", stage }),
  ),
  ...(["enter", "sending", "done"] as const).map((stage): FlowStage => ({ flow: "acceptInvitation", stage })),
  ...(["form", "asking", "done"] as const).map((stage): FlowStage => ({ flow: "signIn", stage })),
]

test("[AUTH-6][AUTH-8][ACCOUNT-3][ACCOUNT-4] a flow begins at its first stage and moves along its edges alone", () => {
  const first = {
    signIn: "form",
    signUp: "form",
    resetPassword: "email",
    changeEmail: "email",
    deleteAccount: "confirm",
    acceptInvitation: "enter",
  }
  const step = fc.tuple(fc.constantFrom(...places), fc.boolean())
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
      const client = new Recorder()
      for (const [to, begins] of steps) {
        const before = client.state.flows.get("tab-1")
        const at = before?.flow === to.flow ? before.stage : first[to.flow]
        if (begins) {
          expect(client.types({ type: "StartFlow", flow: to.flow })).toEqual(["FlowMoved"])
          expect(client.state.flows.get("tab-1")?.stage).toBe(first[to.flow])
        } else {
          const follows = edges[to.flow]?.[at]?.split(" ").includes(to.stage)
          expect(client.types({ type: "MoveFlow", to, failure: null })).toEqual(follows ? ["FlowMoved"] : "wrongStage")
        }
      }
      expect(fold(client.log)).toEqual(client.state)
    }),
  )
})

test("[AUTH-7] a code that expired brings a new token, and the next try uses it", () =>
  browser().gen(function* (one) {
    yield* startFlow("signUp")
    yield* signUp(zoe)
    one.respond = () => ({ status: -106, token: "fresh" })
    yield* confirmSignUp(CODE)
    expect(yield* stage("signUp")).toMatchObject({ stage: "code", failure: "codeExpired" })
    one.respond = willing
    yield* confirmSignUp(CODE)
    expect(sent(one, "verify_activation").map(({ body }) => body.token)).toEqual(["signup token", "fresh"])
    expect(yield* stage("signUp")).toMatchObject({ stage: "done", failure: null })
  }))

test("[AUTH-6] a step that cannot be recorded says so, and sends nothing", () => {
  const one = browser()
  one.storeOptions = { fault: () => "quota" }
  return one.gen(function* () {
    yield* startFlow("signUp")
    const exit = yield* Effect.exit(signUp(zoe))
    const failure = Exit.isFailure(exit) ? Cause.findErrorOption(exit.cause) : null
    expect(failure).toMatchObject({ value: { _tag: "CommandError", reason: "storage" } })
    expect(one.requests).toEqual([])
  })
})

test("[AUTH-6][OFFLINE-11] a step whose end cannot be recorded is over once the log can be written, and may be tried again", () => {
  const one = browser()
  let full = false
  one.storeOptions = { fault: () => (full ? "quota" : undefined) }
  const { respond } = one
  one.respond = (request) => {
    if (request.call !== "signup") return respond(request)
    full = true
    return { status: -100 }
  }
  return one.gen(function* () {
    yield* startFlow("signUp")
    yield* Effect.exit(signUp(zoe))
    expect(yield* stage("signUp")).toMatchObject({ stage: "submitting" })
    full = false
    yield* TestClock.adjust("1 minute")
    expect(yield* stage("signUp")).toMatchObject({ stage: "form", failure: "tooOften" })
  })
})

test("[AUTH-6][OFFLINE-11] a flow whose opening cannot be recorded opens once the log can be written, so that nothing stays under way", () => {
  const one = browser()
  let full = false
  one.storeOptions = { fault: () => (full ? "quota" : undefined) }
  return one.gen(function* () {
    yield* startFlow("signUp")
    const answered = yield* Deferred.make<void>()
    one.before = () => Deferred.await(answered)
    const submitting = yield* Effect.forkChild(signUp(zoe))
    yield* TestClock.adjust(1)
    expect(yield* stage("signUp")).toMatchObject({ stage: "submitting" })
    full = true
    yield* startFlow("signUp")
    full = false
    yield* Deferred.succeed(answered, undefined)
    yield* Fiber.join(submitting)
    yield* TestClock.adjust("1 minute")
    expect(yield* stage("signUp")).toMatchObject({ stage: "form" })
    yield* signUp(zoe)
    expect(yield* stage("signUp")).toMatchObject({ stage: "code" })
  })
})

test("[AUTH-6] a hash that cannot be made ends the step with a reason", () => {
  const one = browser()
  const broken = { md5: () => Effect.die(new Error("no worker")), sha256: () => Effect.die(new Error("no worker")) }
  return one.gen(function* () {
    yield* startFlow("signUp")
    yield* Effect.provideService(signUp(zoe), Digest, broken)
    expect(yield* stage("signUp")).toMatchObject({ stage: "form", failure: "unknown" })
  })
})

test("[AUTH-8] a late reply for an address given up does not touch the reset of another", () =>
  browser().gen(function* (one) {
    yield* startFlow("resetPassword")
    yield* requestReset(email("first@example.com"), SERVER)
    const open = yield* holding(one, "reset_password", 2)
    const late = yield* underWay(resendReset)
    yield* startFlow("resetPassword")
    yield* requestReset(email("other@example.com"), SERVER)
    yield* open
    yield* Fiber.join(late)
    expect(yield* stage("resetPassword")).toMatchObject({ stage: "sent", failure: null })
    yield* submitReset(CODE, PASSWORD)
    const [, , asked] = sent(one, "reset_password")
    const expected = `reset-${String(asked?.body.email).slice(0, 6)}`
    expect(sent(one, "verify_resetpassword_code").map(({ body }) => body.token)).toEqual([expected])
  }))

test("[ACCOUNT-3][AUTH-10] a late reply to a change of e-mail keeps the token that was renewed meanwhile", () =>
  browser().gen(function* (one) {
    yield* signIn(form("owner@example.com"))
    yield* startFlow("changeEmail")
    yield* requestEmailChange(email("new@example.com"))
    const open = yield* holding(one, "confirm_email_change")
    const late = yield* underWay(confirmEmailChange(CODE))
    yield* (yield* Refresher).read("devices")
    yield* TestClock.adjust("1 second")
    yield* open
    yield* Fiber.join(late)
    expect(saved(one)).toMatchObject({ token: "renewed", email: "new@example.com" })
    expect((yield* stateOf).session.current?.email).toBe("new@example.com")
  }))

test("[SEC-4][ACCOUNT-3] a late reply to a change of e-mail brings no token back after a log-out, nor into another account", () =>
  browser().gen(function* (one) {
    yield* signIn(form("owner@example.com"))
    yield* startFlow("changeEmail")
    yield* requestEmailChange(email("new@example.com"))
    const open = yield* holding(one, "confirm_email_change")
    const late = yield* underWay(confirmEmailChange(CODE))
    yield* signOut("keep")
    expect(saved(one)).toBe(null)
    yield* open
    yield* Fiber.join(late)
    expect(saved(one)).toBe(null)
    yield* signIn(form("second@example.com"))
    expect(saved(one)?.email).toBe("second@example.com")
  }))

test("[AUTH-13] what one account began is not finished in the name of another", () =>
  browser().gen(function* (one) {
    yield* signIn(form("owner@example.com"))
    yield* startFlow("changeEmail")
    yield* requestEmailChange(email("new@example.com"))
    yield* signIn(form("second@example.com"))
    yield* confirmEmailChange(CODE)
    expect(sent(one, "confirm_email_change")).toEqual([])
    // A dialog that stayed open while another tab signed in would be at this stage.
    yield* (yield* Engine).dispatch({ type: "ResumeFlow", at: { flow: "changeEmail", stage: "code" } })
    yield* confirmEmailChange(CODE)
    expect(sent(one, "confirm_email_change")).toEqual([])
    expect(yield* stage("changeEmail")).toMatchObject({ stage: "code", failure: "sessionInvalid" })
    expect(saved(one)?.email).toBe("second@example.com")
  }))

test("[AUTH-13] what was asked while one account was shown is not queued for another from another tab", () => {
  const client = new Recorder()
  const first = client.signIn("u1")
  const second = client.signIn("u2")
  const ask = (asAccount: string | null) =>
    model.decide({ type: "RenameAccount", name: "Studio" }, client.state, { id: "c", at: 0, tab: "tab-2", asAccount })
  expect(ask(first)).toEqual({ ok: false, reason: "foreignAccount" })
  expect(ask(null)).toEqual({ ok: false, reason: "foreignAccount" })
  expect(ask(second)).toMatchObject({ ok: true, value: [{ type: "ActionQueued", payload: { account: second } }] })
})

test("[ACCOUNT-3] a change whose reply was lost is found done at the next try, which the server refuses", () => {
  let address = "owner@example.com"
  const one = browser((request) => {
    if (request.call === "loginWithToken") return { ...willing(request), email: address }
    if (request.call !== "confirm_email_change") return willing(request)
    if (address !== "owner@example.com") return { status: -110 }
    address = "new@example.com"
    return null
  })
  return one.gen(function* () {
    yield* signIn(form("owner@example.com"))
    yield* startFlow("changeEmail")
    yield* requestEmailChange(email("new@example.com"))
    yield* confirmEmailChange(CODE)
    expect(yield* stage("changeEmail")).toMatchObject({ stage: "code", failure: "connect" })
    yield* TestClock.adjust("1 second")
    yield* confirmEmailChange(CODE)
    expect(yield* stage("changeEmail")).toMatchObject({ stage: "done", failure: null })
    expect(saved(one)?.email).toBe("new@example.com")
  })
})

test("[ACCOUNT-5] an acceptance counts for the account that sent it, whatever became of its dialog or session", () =>
  browser().gen(function* (one) {
    yield* signIn(form("owner@example.com"))
    yield* (yield* Refresher).read("mainAccounts")
    const first = (yield* stateOf).session.current?.account
    yield* startFlow("acceptInvitation")
    const open = yield* holding(one, "accept_invitation")
    const late = yield* underWay(acceptInvitation(CODE))
    yield* startFlow("acceptInvitation")
    yield* signIn(form("second@example.com"))
    yield* open
    yield* Fiber.join(late)
    expect(connectedMains(yield* stateOf, 0)?.awaiting).toEqual([])
    expect([...(yield* stateOf).sharing.awaiting.keys()]).toEqual([first])
    yield* signIn(form("owner@example.com"))
    yield* (yield* Refresher).read("mainAccounts")
    expect(connectedMains(yield* stateOf, 0)?.awaiting).toHaveLength(1)
  }))

/** A server that deletes the account but whose reply is lost. Afterwards it no longer knows the session. */
const forgetful = () => {
  let deleted = false
  const respond: Respond = (request) => {
    if (deleted) return { status: -109 }
    if (request.call !== "deactivate_confirm") return willing(request)
    deleted = true
    return null
  }
  return respond
}

const deletionLost = Effect.fnUntraced(function* () {
  yield* signIn(form("owner@example.com"))
  yield* (yield* Refresher).read("devices")
  yield* startFlow("deleteAccount")
  yield* requestDeletion
  yield* confirmDeletion(CODE)
  expect(yield* stage("deleteAccount")).toMatchObject({ stage: "verify", failure: "connect" })
})

const nothingLeft = (of: TestBrowser) => {
  expect(saved(of)).toBe(null)
  expect(JSON.stringify(of.log.events)).not.toMatch(/SecretDesk|owner@example\.com/)
}

test("[ACCOUNT-4] a deletion whose reply was lost is taken for done when the server knows the session no more", () =>
  browser(forgetful()).gen(function* (one) {
    yield* deletionLost()
    yield* confirmDeletion(CODE)
    expect(yield* stage("deleteAccount")).toMatchObject({ stage: "done", failure: null })
    nothingLeft(one)
  }))

test("[ACCOUNT-4] so is one whose tab was closed: the next reading finds the account gone, and erases what is left of it", () =>
  browser(forgetful()).gen(function* (one) {
    yield* deletionLost()
    yield* (yield* Refresher).read("devices")
    expect((yield* stateOf).session.current).toBe(null)
    nothingLeft(one)
  }))

test("[ACCOUNT-4] a deletion that never arrived is over once the account is seen to live: a later refusal erases nothing", () =>
  browser((request) => (request.call === "deactivate_confirm" ? null : willing(request))).gen(function* (one) {
    yield* deletionLost()
    yield* (yield* Refresher).read("devices")
    expect((yield* stateOf).session.deletion, "it may still arrive").not.toBe(null)
    yield* TestClock.adjust(2 * REQUEST_LONGEST_LIFE_MS)
    yield* (yield* Refresher).read("devices")
    expect((yield* stateOf).session.deletion).toBe(null)
    one.respond = () => ({ status: -109 })
    yield* (yield* Refresher).read("devices")
    expect((yield* stateOf).session).toMatchObject({ current: null, lastEnd: { reason: "refused" } })
    expect(JSON.stringify(one.log.events)).toContain("SecretDesk")
  }))

test("[ACCOUNT-4] a deletion the server refused leaves everything, also when the session ends later", () =>
  browser((request) => (request.call === "deactivate_confirm" ? { status: -110 } : willing(request))).gen(
    function* (one) {
      yield* signIn(form("owner@example.com"))
      yield* (yield* Refresher).read("devices")
      yield* startFlow("deleteAccount")
      yield* requestDeletion
      yield* confirmDeletion(CODE)
      expect(yield* stage("deleteAccount")).toMatchObject({ stage: "verify", failure: "codeWrong" })
      one.respond = () => ({ status: -109 })
      yield* (yield* Refresher).read("devices")
      expect((yield* stateOf).session).toMatchObject({ current: null, lastEnd: { reason: "refused" } })
      expect(JSON.stringify(one.log.events)).toContain("SecretDesk")
    },
  ))
