import { Clock, Effect } from "effect"
import { parsePlainUser, parseSavedUser, type SavedUser, USER_KEY } from "../../features/session/savedUser.ts"
import { Ids, Preferences, Vault } from "../../ports/platform.ts"
import { USER_RECORDED_MS } from "../../values/limits.ts"
import { parseServerUrl } from "../../values/serverUrl.ts"
import { Engine } from "../log/engine.ts"
import { setPreference } from "../preferences.ts"
import { eraseUser, saveUser } from "../sending/credentials.ts"
import { report } from "../sync/reporting.ts"
import { eraseDeleted } from "./accountErasure.ts"
import { forgetUser } from "./forgetUser.ts"
import { forgetPasscodes } from "./passcodes.ts"

/** The command that begins the session of a saved user in the log. */
export const completionOf = (user: SavedUser, serverType: "public" | "private") => {
  const { sessionId: id, server, uid, name, email, createdAt } = user
  return { type: "CompleteSignIn", session: { id, server, serverType, uid, name, email, createdAt } } as const
}

/**
 * Ends the session at the person's request (LAYOUT-3). `unsent` decides whether unsent actions are kept for this
 * account's next sign-in or discarded. The token is erased even when the log cannot be written (SEC-4).
 */
export const signOut = Effect.fnUntraced(function* (unsent: "keep" | "discard") {
  const engine = yield* Engine
  const { current } = engine.state().session
  if (current === null) return yield* forgetUser
  yield* forgetPasscodes(current.account)
  if (unsent === "discard") yield* report({ type: "DiscardActions", account: current.account })
  yield* report({ type: "EndSession", sessionId: current.id, reason: "person" })
  yield* eraseUser(current.id)
  // Another tab may have signed the account in again meanwhile. Its secrets then belong to that session.
  const { current: left } = engine.state().session
  if (left?.account !== current.account || left.id === current.id) yield* (yield* Vault).erase(current.account)
})

/** Skips sign-in (AUTH-3). */
export const enterAsGuest = Effect.gen(function* () {
  yield* setPreference("skipLogin", "true")
  yield* report({ type: "EnterAsGuest" })
})

/**
 * Reconciles the saved user with the log, because the two are not written atomically. A token whose session is unknown
 * to the log is adopted; a token whose session has ended is erased. A session without its token ends, except that of a
 * deleted account that could not be erased yet; that erasure is tried first each time (ACCOUNT-4).
 * Where there is no log, a user of ours who signed in long ago had one: the person learns of its loss. Another client's
 * user never had one. The loss of the saved user itself has its own reason.
 */
export const reconcileSession = Effect.gen(function* () {
  const engine = yield* Engine
  // A newer release wrote the log. This release must not judge the data beside it.
  if (engine.status().outdated) return
  yield* eraseDeleted
  const preferences = yield* Preferences
  const isOurs = parseSavedUser(yield* preferences.get(USER_KEY)) !== null
  const user = yield* savedUser
  const { current, ended, deleted } = engine.state().session
  if (user?.sessionId === current?.id) return
  if (user !== null && !ended.includes(user.sessionId)) {
    const signedInFor = (yield* Clock.currentTimeMillis) - user.loginAt
    if (engine.began && isOurs && signedInFor >= USER_RECORDED_MS) yield* report({ type: "RecordLostLog" })
    const serverType = (yield* preferences.get("serverType")) === "private" ? "private" : "public"
    return yield* Effect.ignore(engine.dispatch(completionOf(user, serverType)))
  }
  if (user !== null) yield* eraseUser(user.sessionId)
  if (current === null || deleted.includes(current.account)) return
  yield* forgetPasscodes(current.account)
  yield* report({ type: "EndSession", sessionId: current.id, reason: user === null ? "lost" : "refused" })
})

/**
 * The same while the tab is open. A saved user that this release cannot read may belong to a newer release in another
 * tab, so it stays. The next start erases it.
 */
export const followUser = Effect.gen(function* () {
  const text = yield* (yield* Preferences).get(USER_KEY)
  if (text === null || parseSavedUser(text) !== null || parsePlainUser(text) !== null) yield* reconcileSession
})

/**
 * The saved user with its server and session. Call this before another server is chosen: a saved user without a server
 * belongs to the configured one, and its token goes to no other (AUTH-13).
 */
export const savedUser = Effect.gen(function* () {
  const text = yield* (yield* Preferences).get(USER_KEY)
  return parseSavedUser(text) ?? (yield* adoptPlainUser(text))
})

/**
 * A saved user with only the fields of AUTH-4 (from another client or an earlier release) gets the configured server
 * and a new session. An unreadable one is erased, because it may hold a token.
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
