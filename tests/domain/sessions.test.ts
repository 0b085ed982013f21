import { createHash } from "node:crypto"
import { Clock, Effect } from "effect"
import { TestClock } from "effect/testing"
import { expect, test } from "vitest"
import { signIn } from "../../src/domain/client/accounts/flows/signIn.ts"
import { completionOf, reconcileSession, signOut } from "../../src/domain/client/accounts/sessions.ts"
import { endRefusedSession } from "../../src/domain/client/accounts/tokens.ts"
import { runClient } from "../../src/domain/client/client.ts"
import { Engine } from "../../src/domain/client/log/engine.ts"
import { monotonicMillis } from "../../src/domain/client/monotonic.ts"
import { deliver } from "../../src/domain/client/sending/delivery.ts"
import { Refresher } from "../../src/domain/client/sync/refresher.ts"
import { parseSavedUser } from "../../src/domain/features/session/savedUser.ts"
import { CLAIM_FRESH_MS } from "../../src/domain/values/limits.ts"
import { SERVER, server, signInForm } from "./recorder.ts"
import { type Respond, TestBrowser } from "./tabs.ts"

const [TOKEN, RENEWED, PASSWORD] = ["token-zq", "renewed-zq", "password-zq"]
const md5 = (text: string) => createHash("md5").update(text).digest("hex")
const DESK = { id: "d1", name: "Desk", model: 1, lastSeen: 0, flags: 4, build: 0 }

/** A server with one account, which accepts every call. */
const kind: Respond = ({ call }) => {
  if (call === "signin") return { status: 0, name: "Owner", uid: "u1", token: TOKEN }
  if (call === "loginWithToken") return { status: 0, uid: "u1", token: RENEWED, devices: [DESK], subdevices: [] }
  return { status: 0 }
}
const refusing =
  (status: number, but: Respond = kind): Respond =>
  (request) =>
    request.call === "signin" ? but(request) : { status }

const form = () => signInForm(" Owner@Example.com ", PASSWORD)

/** A browser whose server accepts every call. */
const signedIn = () => {
  const browser = new TestBrowser()
  browser.respond = kind
  return browser
}
const savedUser = (browser: TestBrowser) => parseSavedUser(browser.storage.get("user") ?? null)
const text = (browser: TestBrowser) => JSON.stringify([browser.log.events, browser.log.snapshot])

test("[AUTH-4][AUTH-11] sign-in sends hashes, saves the user with its server, and the log has neither token nor password", () =>
  signedIn().gen(function* (browser) {
    yield* signIn(form())
    const engine = yield* Engine
    expect(browser.requests).toMatchObject([{ call: "signin", server: SERVER }])
    const [request] = browser.requests
    expect(request?.body).toEqual({ email: md5("owner@example.com"), password: md5(PASSWORD) })
    const { current } = engine.state().session
    expect(current).toMatchObject({ uid: "u1", email: "Owner@Example.com", name: "Owner", server: SERVER })
    expect(savedUser(browser)).toMatchObject({
      id: "u1",
      uid: "u1",
      token: TOKEN,
      server: SERVER,
      sessionId: current?.id,
      type: "main",
      status: "active",
    })
    expect(text(browser)).not.toMatch(/-zq/)
    expect(browser.storage.get("serverUrl")).toBe(SERVER)
  }))

test.each([
  [-100, "tooOften", true],
  [-107, "notActivated", true],
  [-101, "invalidCredentials", false],
  [-999, "invalidCredentials", false],
  [null, "connect", true],
])("[AUTH-5] a sign-in answered by %s is %s and keeps the saved user: %s", (status, failure, kept) =>
  signedIn().gen(function* (browser) {
    yield* signIn(form())
    browser.respond = () => (status === null ? null : { status })
    yield* signIn(form())
    const { session, flows } = (yield* Engine).state()
    expect(flows.get("tab-1")).toEqual({
      flow: "signIn",
      stage: "form",
      failure,
      ...(status === null && { httpStatus: 500 }),
    })
    expect([savedUser(browser) !== null, session.current !== null]).toEqual([kept, kept])
  }),
)

test("[AUTH-10] a renewal replaces uid and token, and reads the devices", () =>
  signedIn().gen(function* (browser) {
    yield* signIn(form())
    expect(yield* (yield* Refresher).read("devices")).toBe("read")
    expect(browser.requests.at(-1)?.body).toEqual({ uid: "u1", token: TOKEN, isWeb: true })
    expect(savedUser(browser)).toMatchObject({ uid: "u1", token: RENEWED })
    expect((yield* Engine).state().devices.bound.get("d1")?.name).toBe("Desk")
    expect(text(browser)).not.toMatch(/-zq/)
  }))

test("[AUTH-10] a list that is refused while its token is replaced, twice, has failed, and the session lives on", () =>
  signedIn().gen(function* (browser) {
    yield* signIn(form())
    const engine = yield* Engine
    const account = engine.state().session.current?.account
    if (account === undefined) throw new Error("no account is signed in")
    // Another tab renews the session before each refusal.
    browser.respond = ({ call, body }) => {
      if (call !== "get_main_accounts") return kind({ call, body, server: SERVER })
      browser.storage.set("user", JSON.stringify({ ...savedUser(browser), token: `${body.token}+` }))
      return { status: -109 }
    }
    yield* engine.dispatch({ type: "RequestRefresh", account, list: "mainAccounts" })
    expect(yield* (yield* Refresher).read("mainAccounts")).toBe("failed")
    expect(browser.requests.filter(({ call }) => call === "get_main_accounts")).toHaveLength(2)
    const { session, sharing } = engine.state()
    expect(session.current?.account).toBe(account)
    expect(sharing.mainAccountsRead).toMatchObject({ failure: "unknown", requested: false })
  }))

test.each([-106, -109])("[MSG-2] %i ends the session once, erases the token, and later reads ask nothing", (status) =>
  signedIn().gen(function* (browser) {
    yield* signIn(form())
    browser.respond = refusing(status)
    const { read } = yield* Refresher
    yield* Effect.all([read("devices"), read("subAccounts"), read("mainAccounts")], { concurrency: "unbounded" })
    expect(yield* read("devices")).toBe("skipped")
    expect(browser.log.events.filter(({ type }) => type === "SignedOut")).toHaveLength(1)
    expect(savedUser(browser)).toBeNull()
  }),
)

const claimed = Effect.fnUntraced(function* (browser: TestBrowser) {
  const engine = yield* Engine
  yield* signIn(form())
  yield* (yield* Refresher).read("devices")
  yield* engine.dispatch({ type: "RenameDevice", did: "d1", name: "Bench" })
  yield* engine.dispatch({ type: "TakeLeadership" })
  const [action] = engine.state().outbox.actions.values()
  if (action === undefined) throw new Error("nothing is queued")
  const begunAt = yield* monotonicMillis
  const [event] = yield* engine.dispatch({ type: "ClaimAction", action: action.id, epoch: 1 })
  browser.requests.length = 0
  const state = () => engine.state().outbox.actions.get(action.id)?.status
  return { engine, action, claim: { attempt: 1, at: event?.at ?? 0, begunAt }, state }
})

test("[AUTH-13][OFFLINE-7] a claimed action is sent once, to the session's server, whatever the preference says", () =>
  signedIn().gen(function* (browser) {
    const { action, claim, state } = yield* claimed(browser)
    browser.storage.set("serverUrl", server("https://elsewhere.example"))
    yield* deliver(action, claim)
    const body = { uid: "u1", token: RENEWED, did: "d1", title: "Bench" }
    expect(browser.requests).toEqual([{ call: "rename_device", server: SERVER, body }])
    expect(state()).toMatchObject({ state: "confirmed", by: "reply" })
  }))

test("[OFFLINE-5][OFFLINE-7] a claim that has aged in a frozen tab is not sent, and may be claimed again", () =>
  signedIn().gen(function* (browser) {
    const { action, claim, state } = yield* claimed(browser)
    yield* TestClock.adjust(CLAIM_FRESH_MS + 1)
    yield* deliver(action, claim)
    expect(browser.requests).toEqual([])
    expect(state()).toMatchObject({ state: "waiting", reason: "notSent" })
  }))

test("[OFFLINE-8] a claimed action is not sent when somebody else has signed in, nor without a token", () =>
  signedIn().gen(function* (browser) {
    const { engine, action, claim, state } = yield* claimed(browser)
    browser.storage.delete("user")
    yield* deliver(action, claim)
    expect(state()).toMatchObject({ state: "waiting", reason: "notSent" })
    yield* signIn(form())
    yield* engine.dispatch({ type: "ClaimAction", action: action.id, epoch: 1 })
    browser.respond = ({ call }) => (call === "signin" ? { status: 0, name: "B", uid: "u2", token: TOKEN } : null)
    yield* signIn(form())
    browser.requests.length = 0
    yield* deliver(action, { ...claim, attempt: 2 })
    expect(browser.requests).toEqual([])
    expect(engine.state().session.current?.uid).toBe("u2")
  }))

test("[MSG-2][OFFLINE-3] a session refused while sending holds the action for the next sign-in", () =>
  signedIn().gen(function* (browser) {
    const { engine, action, claim, state } = yield* claimed(browser)
    browser.respond = refusing(-109)
    yield* deliver(action, claim)
    expect(engine.state().session.current).toBeNull()
    expect(state()).toMatchObject({ state: "waiting", reason: "session" })
    expect(savedUser(browser)).toBeNull()
  }))

test("[LAYOUT-3][SEC-4] signing out erases the token and what the vault keeps, and keeps or discards what is unsent", () =>
  signedIn().gen(function* (browser) {
    const { engine, action, claim, state } = yield* claimed(browser)
    browser.respond = refusing(-100)
    yield* deliver(action, claim)
    browser.vault.set(`${action.account} code`, "123456")
    yield* signOut("keep")
    expect([savedUser(browser), browser.vault.size, state()?.state]).toEqual([null, 0, "waiting"])
    browser.respond = kind
    yield* signIn(form())
    yield* signOut("discard")
    expect(state()?.state).toBe("cancelled")
    expect(engine.state().session.current).toBeNull()
  }))

test("[SEC-4][SUB-2] signing out leaves the codes of a newer session of the same account, which the tab has not read", () =>
  signedIn().gen(function* (browser) {
    yield* signIn(form())
    const engine = yield* Engine
    const { current } = engine.state().session
    const user = savedUser(browser)
    if (current === null || user === null) throw new Error("no account has signed in")
    const other = yield* browser.tab()
    const again = { ...user, sessionId: "again" }
    browser.storage.set("user", JSON.stringify(again))
    yield* other.dispatch(completionOf(again, "private"))
    browser.vault.set(`${current.account} action`, "123456")
    expect(engine.state().session.current?.id).toBe(current.id)
    yield* signOut("keep")
    expect(engine.state().session.current?.id).toBe("again")
    expect([savedUser(browser)?.sessionId, browser.vault.get(`${current.account} action`)]).toEqual(["again", "123456"])
  }))

test("[SEC-4] signing out erases the passcodes of the account's devices, and leaves those of other devices to guests", () =>
  signedIn().gen(function* (browser) {
    yield* signIn(form())
    const engine = yield* Engine
    const account = engine.state().session.current?.account
    if (account === undefined) throw new Error("no account has signed in")
    const desk = { ...DESK, owner: "", shared: false }
    yield* engine.dispatch({ type: "RecordDevices", account, begunAt: 1, devices: [desk] })
    browser.storage.set("passcode.d1", "2468")
    browser.storage.set("passcode.other", "1357")
    yield* signOut("keep")
    expect([...browser.storage.keys()].filter((key) => key.startsWith("passcode."))).toEqual(["passcode.other"])
  }))

test("[SEC-4] a session that the server refuses takes the passcodes of its devices with it, as signing out does", () =>
  signedIn().gen(function* (browser) {
    yield* signIn(form())
    const engine = yield* Engine
    const session = engine.state().session.current
    if (session === null) throw new Error("no account has signed in")
    const desk = { ...DESK, owner: "", shared: false }
    yield* engine.dispatch({ type: "RecordDevices", account: session.account, begunAt: 1, devices: [desk] })
    browser.storage.set("passcode.d1", "2468")
    browser.storage.set("passcode.other", "1357")
    yield* endRefusedSession(session)
    expect(engine.state().session.current).toBeNull()
    expect([...browser.storage.keys()].filter((key) => key.startsWith("passcode."))).toEqual(["passcode.other"])
  }))

const USER = {
  id: "u1",
  email: "o@example.com",
  name: "O",
  createdAt: 1,
  loginAt: 1,
  uid: "u1",
  token: TOKEN,
  type: "main",
  status: "active",
  server: SERVER,
  sessionId: "s-new",
}

test("[AUTH-4][OFFLINE-7] a token unknown to the log is adopted, one of an ended session erased", () => {
  const browser = new TestBrowser()
  browser.storage.set("user", JSON.stringify(USER))
  return browser.gen(function* () {
    const engine = yield* Engine
    yield* reconcileSession
    expect(engine.state().session.current).toMatchObject({ id: "s-new", uid: "u1" })
    yield* engine.dispatch({ type: "EndSession", sessionId: "s-new", reason: "refused" })
    yield* reconcileSession
    expect([engine.state().session.current, browser.storage.has("user")]).toEqual([null, false])
  })
})

const { server: _server, sessionId: _sessionId, ...PLAIN_USER } = USER

test.each([
  ["five minutes ago", 5 * 60_000, USER, ["LogLost", "SignedIn"]],
  ["just now", 1_000, USER, ["SignedIn"]],
  ["another client, five minutes old,", 5 * 60_000, PLAIN_USER, ["SignedIn"]],
])(
  "[EVENT-4][AUTH-10] a saved user of %s without a log is adopted, and an old one of ours counts as a loss",
  (_when, age, saved, types) => {
    const browser = new TestBrowser()
    return browser.gen(function* () {
      const engine = yield* Engine
      const loginAt = (yield* Clock.currentTimeMillis) - age
      browser.storage.set("serverType", "private")
      browser.storage.set("serverUrl", SERVER)
      browser.storage.set("user", JSON.stringify({ ...saved, loginAt }))
      yield* reconcileSession
      yield* reconcileSession
      expect(browser.log.events.map(({ type }) => type)).toEqual(types)
      expect(engine.state().damage?.all).toBe(types.length > 1 ? true : undefined)
      yield* engine.dispatch({ type: "DismissDamage" })
      expect(engine.state().damage).toBeNull()
    })
  },
)

test("[AUTH-13][AUTH-4] while no server is known yet, a saved user that names none goes to no server that somebody chooses", () => {
  const { server: _server, sessionId: _sessionId, ...plain } = USER
  const browser = new TestBrowser()
  browser.storage.set("user", JSON.stringify(plain))
  return browser.gen(function* () {
    yield* Effect.ignore(signIn(form()))
    yield* reconcileSession
    expect((yield* Engine).state().session.current).toBeNull()
    expect(browser.storage.has("user")).toBe(false)
  })
})

test("[AUTH-13][AUTH-4] a saved user that names no server stays with the one configured, though somebody signs in to another at once", () => {
  const { server: _server, sessionId: _sessionId, ...plain } = USER
  const browser = new TestBrowser()
  browser.storage.set("user", JSON.stringify(plain))
  browser.storage.set("serverType", "private").set("serverUrl", SERVER)
  const other = server("https://other.example")
  return browser.gen(function* () {
    yield* Effect.ignore(signIn({ ...form(), server: other }))
    yield* reconcileSession
    yield* (yield* Refresher).read("devices")
    expect(savedUser(browser)).toMatchObject({ server: SERVER, uid: "u1" })
    expect(browser.requests.filter(({ body }) => body.token === TOKEN).map((request) => request.server)).toEqual([
      SERVER,
    ])
  })
})

test("[AUTH-10][OFFLINE-7] a session without its token ends, and its actions are held", () =>
  signedIn().gen(function* (browser) {
    const engine = yield* Engine
    yield* signIn(form())
    yield* (yield* Refresher).read("devices")
    yield* engine.dispatch({ type: "RenameDevice", did: "d1", name: "Bench" })
    browser.storage.delete("user")
    yield* reconcileSession
    expect(engine.state().session.current).toBeNull()
    expect([...engine.state().outbox.actions.values()].map(({ status }) => status.state)).toEqual(["queued"])
  }))

test("[RENAME-2][OFFLINE-4] a running client sends what waits and retries until there is an answer", () =>
  signedIn().gen(function* (browser) {
    const engine = yield* Engine
    yield* signIn(form())
    yield* (yield* Refresher).read("devices")
    yield* Effect.forkScoped(runClient)
    let [silent, name] = [3, DESK.name]
    browser.respond = (request) => {
      if (request.call === "loginWithToken") return { ...kind(request), devices: [{ ...DESK, name }] }
      silent -= 1
      if (silent >= 0) return null
      name = String(request.body.title)
      return { status: 0 }
    }
    yield* engine.dispatch({ type: "RenameDevice", did: "d1", name: "Bench" })
    for (let minutes = 0; minutes < 10; minutes += 1) yield* TestClock.adjust("1 minute")
    expect(browser.requests.filter(({ call }) => call === "rename_device")).toHaveLength(4)
    const [action] = engine.state().outbox.actions.values()
    expect(action?.status.state).toBe("confirmed")
  }))

test.each(["full", "of a newer release"])(
  "[SEC-4][AUTH-10] logging out erases the token when the log is %s, and signing in fails",
  (why) => {
    const browser = signedIn()
    let isFull = false
    browser.storeOptions = { fault: () => (isFull ? "quota" : undefined) }
    return browser.gen(function* () {
      yield* signIn(form())
      expect(savedUser(browser)).not.toBeNull()
      isFull = why === "full"
      const last = browser.log.events.at(-1)
      if (!isFull && last !== undefined) browser.log.events.push({ ...last, seq: last.seq + 1, id: "newer", v: 99 })
      yield* signOut("keep")
      expect(browser.storage.get("user")).toBeUndefined()
      const refused = yield* Effect.result(signIn(form()))
      expect(refused).toMatchObject({ _tag: "Failure" })
      expect(browser.storage.get("user")).toBeUndefined()
    })
  },
)

test("[SEC-4] a log that knows of no session keeps no token from being erased", () =>
  signedIn().gen(function* (browser) {
    browser.storage.set("user", "whatever this is")
    yield* signOut("keep")
    expect(browser.storage.get("user")).toBeUndefined()
  }))

test("[AUTH-10][EVENT-4] a saved user that somebody deleted ends the session as lost, which no server has refused", () => {
  const browser = new TestBrowser()
  browser.storage.set("user", JSON.stringify(USER))
  return browser.gen(function* () {
    const engine = yield* Engine
    yield* reconcileSession
    browser.storage.delete("user")
    yield* reconcileSession
    expect(engine.state().session).toMatchObject({ current: null, lastEnd: { sessionId: "s-new", reason: "lost" } })
  })
})
