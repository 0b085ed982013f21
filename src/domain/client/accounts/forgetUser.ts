import { Effect } from "effect"
import { parseSavedUser, USER_KEY } from "../../features/session/savedUser.ts"
import { Preferences, Vault } from "../../ports/platform.ts"
import { accountKey } from "../../values/identity.ts"

/**
 * Ends the session of this browser even without a usable log, so that no token stays behind (SEC-4). The next start
 * finds a session without its token and records its end.
 */
export const forgetUser = Effect.gen(function* () {
  const preferences = yield* Preferences
  const vault = yield* Vault
  const text = yield* preferences.get(USER_KEY)
  yield* preferences.remove(USER_KEY)
  const user = parseSavedUser(text)
  if (user !== null) yield* vault.erase(accountKey(user))
})
