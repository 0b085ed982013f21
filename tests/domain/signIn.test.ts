import { Effect } from "effect"
import { expect, test } from "vitest"
import { signIn } from "../../src/domain/client/accounts/flows/signIn.ts"
import { completionOf, reconcileSession } from "../../src/domain/client/accounts/sessions.ts"
import { answerTo } from "../../src/domain/client/answering.ts"
import { Engine } from "../../src/domain/client/log/engine.ts"
import { parseSavedUser, type SavedUser } from "../../src/domain/features/session/savedUser.ts"
import { parsePassword } from "../../src/domain/values/password.ts"
import { ownAccount } from "../../src/domain/views/account.ts"
import { SERVER, server, signInForm } from "./recorder.ts"
import { TestBrowser } from "./tabs.ts"

/** The traces of a sign-in that does not succeed. */

const answers = (uid: string) => () => ({ status: 0, name: uid, uid, token: "token" })
const friendly = () => {
  const browser = new TestBrowser()
  browser.respond = answers("u1")
  return browser
}
const savedUser = (browser: TestBrowser) => parseSavedUser(browser.storage.get("user") ?? null)

test.each([true, false])(
  "[AUTH-4][SEC-4] a sign-in that the log cannot keep leaves the saved user that was there before: %s",
  (wasSignedIn) => {
    const browser = friendly()
    let isFull = false
    const fault = (written: unknown) => (isFull && /SignedIn/.test(JSON.stringify(written)) ? "quota" : undefined)
    browser.storeOptions = { fault }
    return browser.gen(function* () {
      if (wasSignedIn) yield* signIn(signInForm())
      const before = savedUser(browser)
      isFull = true
      browser.respond = answers("u2")
      yield* Effect.ignore(signIn(signInForm()))
      expect(browser.requests.at(-1)?.call).toBe("signin")
      expect(savedUser(browser)).toEqual(before)
      expect((yield* Engine).state().session.current?.uid).toBe(before?.uid)
    })
  },
)

test("[AUTH-4][OFFLINE-7] the token is kept before the log knows of the session: a tab that dies in between has signed in", () => {
  const browser = friendly()
  const saved: (string | undefined)[] = []
  const fault = (written: unknown) => {
    if (/SignedIn/.test(JSON.stringify(written))) saved.push(savedUser(browser)?.sessionId)
    return undefined
  }
  browser.storeOptions = { fault }
  return browser.gen(function* () {
    yield* signIn(signInForm())
    expect(saved).toEqual([(yield* Engine).state().session.current?.id])
  })
})

const NOTHING_TO_SEE = ["", "  ", "\u0301\u0302", "\u200b\u2060", "\u2800", null, undefined]

test.each(NOTHING_TO_SEE)("[AUTH-4][ACCOUNT-1] an account whose name is %j is called by its address", (name) => {
  const browser = new TestBrowser()
  browser.respond = () => ({ status: 0, name, uid: "u1", token: "token" })
  return browser.gen(function* () {
    yield* signIn(signInForm())
    const { state } = yield* Engine
    const named = () => ownAccount(state())?.name
    expect(named()).toBe(signInForm().email)
    const profile = { uid: "u1", token: "token", devices: [], subdevices: [], createdAt: 1 }
    browser.respond = () => ({ status: 0, ...profile, name: "Ada" })
    yield* answerTo({ type: "Refresh", list: "devices", asked: true }, true)
    expect(named()).toBe("Ada")
    browser.respond = () => ({ status: 0, ...profile, name, email: "\u200b" })
    yield* answerTo({ type: "Refresh", list: "devices", asked: true }, true)
    expect(ownAccount(state())).toMatchObject({
      name: name == null ? "Ada" : signInForm().email,
      email: signInForm().email,
    })
    yield* answerTo({ type: "Refresh", list: "devices", asked: true }, true)
    expect(savedUser(browser)?.name).toBe(named())
  })
})

test("[AUTH-4][AUTH-13] a saved user of another client without a visible name is called by the address", () => {
  const browser = friendly()
  const saved = { id: "u1", email: "ada@example.com", createdAt: 0, loginAt: 0, uid: "u1", token: "t", type: "main" }
  browser.storage.set("user", JSON.stringify({ ...saved, status: "active", name: "\u202e\u0301" }))
  browser.storage.set("serverType", "private")
  browser.storage.set("serverUrl", SERVER)
  return browser.gen(function* () {
    yield* reconcileSession
    expect(ownAccount((yield* Engine).state())).toMatchObject({ name: "ada@example.com", email: "ada@example.com" })
  })
})

test("[AUTH-4][SEC-1] of ten thousand letters of a name only the beginning is kept", () => {
  const browser = new TestBrowser()
  browser.respond = () => ({ status: 0, name: `\u202e${"n".repeat(10_000)}`, uid: "u1", token: "token" })
  return browser.gen(function* () {
    yield* signIn(signInForm())
    expect(ownAccount((yield* Engine).state())?.name).toMatch(/^n{1023}…$/)
  })
})

test("[AUTH-13] signing in to another server signs out of the first, also when it fails", () =>
  friendly().gen(function* (browser) {
    yield* signIn(signInForm())
    browser.respond = () => ({ status: -100 })
    yield* signIn({ ...signInForm(), server: server("https://other.example") })
    expect((yield* Engine).state().session.current).toBeNull()
    expect(browser.storage.has("user")).toBe(false)
  }))

test("[AUTH-4][SEC-4] the token of a sign-in that another tab has replaced by the time it is in the log stays nowhere", () =>
  friendly().gen(function* (browser) {
    const engine = yield* Engine
    const other: SavedUser = {
      id: "u2",
      email: signInForm().email,
      name: "u2",
      createdAt: 0,
      loginAt: 0,
      uid: "u2",
      token: "token of the other",
      type: "main",
      status: "active",
      server: SERVER,
      sessionId: "session of the other",
    }
    // The other tab saves its user first, and dies when its session is in the log.
    const dispatch: typeof engine.dispatch = (command, asked) =>
      Effect.tap(engine.dispatch(command, asked), () =>
        command.type === "CompleteSignIn" ? engine.dispatch(completionOf(other, "private")) : Effect.void,
      )
    yield* Effect.provideService(signIn(signInForm()), Engine, { ...engine, dispatch })
    expect(engine.state().session.current?.id).toBe(other.sessionId)
    expect(browser.requests.at(-1)?.call).toBe("signin")
    expect(savedUser(browser)).toBeNull()
  }))

const withPassword = (text: string) => {
  const password = parsePassword(text)
  if (!password.ok) throw new Error("the password is good")
  return { ...signInForm(), password: password.value }
}
const hashesOf = (browser: TestBrowser) =>
  browser.requests.flatMap(({ call, body }) => (call === "signin" ? [Reflect.get(body, "password")] : []))

test("[AUTH-4] a refused password that is not composed is tried once more composed, any other once", () => {
  const [decomposed, composed] = ["pässwörd".normalize("NFD"), "pässwörd".normalize("NFC")]
  const browser = friendly()
  return browser.gen(function* () {
    browser.respond = () => ({ status: -101 })
    yield* signIn(withPassword(composed))
    const [refused] = hashesOf(browser)
    expect(hashesOf(browser)).toHaveLength(1)
    browser.respond = ({ body }) => (Reflect.get(body, "password") === refused ? answers("u1")() : { status: -101 })
    yield* signIn(withPassword(decomposed))
    expect(hashesOf(browser)).toHaveLength(3)
    expect((yield* Engine).state().session.current?.uid).toBe("u1")
    browser.respond = () => ({ status: -100 })
    yield* signIn(withPassword(decomposed))
    expect(hashesOf(browser)).toHaveLength(4)
  })
})
