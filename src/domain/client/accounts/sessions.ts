import { Clock, Effect, Result } from "effect"
import type { SignInFailure } from "../../features/session/events.ts"
import { parsePlainUser, parseSavedUser, type SavedUser, USER_KEY } from "../../features/session/savedUser.ts"
import type { CloudError } from "../../ports/cloud.ts"
import { Cloud } from "../../ports/cloud.ts"
import { Digest, Ids, Preferences, Vault } from "../../ports/platform.ts"
import { type Email, normalEmail } from "../../values/email.ts"
import type { Password } from "../../values/password.ts"
import { parseServerUrl, type ServerUrl } from "../../values/serverUrl.ts"
import { Engine } from "../log/engine.ts"
import { setPreference } from "../preferences.ts"
import { eraseUser, saveUser } from "../sending/credentials.ts"
import { report, reportAnswered, reportFailure } from "../sync/reporting.ts"
import { eraseDeleted } from "./accountErasure.ts"
import { forgetUser } from "./forgetUser.ts"
import { forgetPasscodes } from "./passcodes.ts"

export interface SignInForm {
  readonly email: Email
  readonly password: Password
  readonly serverType: "public" | "private"
  readonly server: ServerUrl
}

/**
 * Signs in (AUTH-4): a person is waiting, so it is now or a clear failure, never stored. Fails when the log
 * cannot be written; else the state tells.
 */
export const signIn = Effect.fnUntraced(function* (form: SignInForm) {
  const digest = yield* Digest
  const cloud = yield* Cloud
  yield* setPreference("serverType", form.serverType)
  if (form.serverType === "private") yield* setPreference("serverUrl", form.server)
  yield* leaveOtherServer(form.server)
  // Nobody is let in whom the log cannot remember; the screen says why.
  yield* (yield* Engine).dispatch({ type: "StartSignIn", server: form.server })
  const email = yield* digest.md5(normalEmail(form.email))
  const password = yield* digest.md5(form.password)
  const signedIn = yield* cloud.call("signin", form.server, { email, password }).pipe(
    Effect.tap(() => reportAnswered),
    Effect.map((reply) => ({ ok: true as const, reply })),
    Effect.catchTag("CloudError", (error) => Effect.as(reportFailure(error), { ok: false as const, error })),
  )
  if (!signedIn.ok) return yield* failSignIn(failureOf(signedIn.error))
  const loginAt = yield* Clock.currentTimeMillis
  const sessionId = yield* (yield* Ids).next
  const { name, uid, token } = signedIn.reply
  const user: SavedUser = {
    id: uid,
    email: form.email,
    name,
    createdAt: loginAt,
    loginAt,
    uid,
    token,
    type: "main",
    status: "active",
    server: form.server,
    sessionId,
  }
  yield* completeSignIn(user, form.serverType)
})

/** A session belongs to its server: whoever turns to another one is signed out of it first (AUTH-13). */
const leaveOtherServer = Effect.fnUntraced(function* (server: ServerUrl) {
  const { current } = (yield* Engine).state().session
  if (current === null || current.server === server) return
  yield* forgetPasscodes(current.account)
  yield* report({ type: "EndSession", sessionId: current.id, reason: "serverChanged" })
  yield* eraseUser(current.id)
})

/**
 * The saved user is written before the event: a crash in between leaves a token that the next start adopts. When the log
 * cannot be written the token before comes back; when another tab signed in meanwhile, the log says whose token stays.
 */
const completeSignIn = Effect.fnUntraced(function* (user: SavedUser, serverType: "public" | "private") {
  const engine = yield* Engine
  const preferences = yield* Preferences
  const before = yield* preferences.get(USER_KEY)
  yield* saveUser(user)
  const completed = yield* Effect.result(engine.dispatch(completionOf(user, serverType)))
  const saved = parseSavedUser(yield* preferences.get(USER_KEY))
  if (Result.isFailure(completed)) {
    if (saved?.sessionId === user.sessionId)
      yield* before === null ? preferences.remove(USER_KEY) : preferences.set(USER_KEY, before)
    return yield* failSignIn("signInFailed")
  }
  if (engine.state().session.current?.id !== user.sessionId) yield* eraseUser(user.sessionId)
  else if (saved?.sessionId !== user.sessionId) yield* saveUser(user)
})

const completionOf = (user: SavedUser, serverType: "public" | "private") => {
  const { sessionId: id, server, uid, name, email, createdAt } = user
  return { type: "CompleteSignIn", session: { id, server, serverType, uid, name, email, createdAt } } as const
}

const failureOf = ({ reason }: CloudError): SignInFailure => {
  if (reason._tag === "NoReply") return "signInFailed"
  if (reason.refusal === "tooOften" || reason.refusal === "notActivated") return reason.refusal
  return "invalidCredentials"
}

const failSignIn = Effect.fnUntraced(function* (reason: SignInFailure) {
  if (reason === "invalidCredentials") yield* (yield* Preferences).remove(USER_KEY)
  yield* report({ type: "FailSignIn", reason })
})

/**
 * Ends the session of the person's own will (LAYOUT-3). `unsent` says what becomes of actions not sent yet: kept for
 * this account's next sign-in, or discarded. The token goes whatever becomes of the log (SEC-4).
 */
export const signOut = Effect.fnUntraced(function* (unsent: "keep" | "discard") {
  const engine = yield* Engine
  const { current } = engine.state().session
  if (current === null) return yield* forgetUser
  yield* forgetPasscodes(current.account)
  if (unsent === "discard") yield* report({ type: "DiscardActions", account: current.account })
  yield* report({ type: "EndSession", sessionId: current.id, reason: "person" })
  yield* eraseUser(current.id)
  yield* (yield* Vault).erase(current.account)
})

/** Skips sign-in (AUTH-3). */
export const enterAsGuest = Effect.gen(function* () {
  yield* setPreference("skipLogin", "true")
  yield* report({ type: "EnterAsGuest" })
})

/**
 * Brings the saved user and the log together; they are not atomic. A token whose session the log never heard of is
 * adopted, one whose session has ended is erased, and a session without its token ends, unless it stands for a deleted
 * account that could not be erased yet: each time that is tried first (ACCOUNT-4).
 */
export const reconcileSession = Effect.gen(function* () {
  yield* eraseDeleted
  const engine = yield* Engine
  const preferences = yield* Preferences
  const text = yield* preferences.get(USER_KEY)
  const user = parseSavedUser(text) ?? (yield* adoptPlainUser(text))
  const { current, ended, deleted } = engine.state().session
  if (user?.sessionId === current?.id) return
  if (user !== null && !ended.includes(user.sessionId)) {
    const serverType = (yield* preferences.get("serverType")) === "private" ? "private" : "public"
    return yield* Effect.ignore(engine.dispatch(completionOf(user, serverType)))
  }
  if (user !== null) yield* eraseUser(user.sessionId)
  if (current !== null && !deleted.includes(current.account))
    yield* report({ type: "EndSession", sessionId: current.id, reason: "refused" })
})

/**
 * A saved user with the fields of AUTH-4 alone (another client's, an earlier release's) belongs to the server that is
 * configured and to a session of its own. What cannot be read at all is erased: it may hold a token.
 */
const adoptPlainUser = Effect.fnUntraced(function* (text: string | null) {
  if (text === null) return null
  const preferences = yield* Preferences
  const plain = parsePlainUser(text)
  const server = yield* configuredServer
  if (plain === null || server === null) {
    if (plain === null) yield* preferences.remove(USER_KEY)
    return null
  }
  const user: SavedUser = { ...plain, server, sessionId: yield* (yield* Ids).next }
  yield* saveUser(user)
  return user
})

const configuredServer = Effect.gen(function* () {
  const preferences = yield* Preferences
  const isPrivate = (yield* preferences.get("serverType")) === "private"
  const { baseUrl } = (yield* Engine).state().application
  const parsed = parseServerUrl(isPrivate ? ((yield* preferences.get("serverUrl")) ?? "") : baseUrl)
  return parsed.ok ? parsed.value : null
})
