import { Effect } from "effect"
import { parseSavedUser, type SavedUser, USER_KEY } from "../../features/session/savedUser.ts"
import type { Session } from "../../features/session/state.ts"
import { Preferences } from "../../ports/platform.ts"

/**
 * The token of a session, from local storage key `user` alone (AUTH-11). When the saved user belongs to another session
 * than the log's, no call uses it.
 */
export const credentialsOf = Effect.fnUntraced(function* (session: Session) {
  const preferences = yield* Preferences
  const user = parseSavedUser(yield* preferences.get(USER_KEY))
  return user !== null && user.sessionId === session.id && user.server === session.server && user.uid === session.uid
    ? user
    : null
})

export const saveUser = Effect.fnUntraced(function* (user: SavedUser) {
  const preferences = yield* Preferences
  yield* preferences.set(USER_KEY, JSON.stringify(user))
})

/** Erases the saved user, if it still belongs to the session. */
export const eraseUser = Effect.fnUntraced(function* (sessionId: string) {
  const preferences = yield* Preferences
  const user = parseSavedUser(yield* preferences.get(USER_KEY))
  if (user === null || user.sessionId === sessionId) yield* preferences.remove(USER_KEY)
})
