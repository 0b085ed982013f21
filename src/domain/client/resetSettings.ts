import { Effect } from "effect"
import { USER_KEY } from "../features/session/savedUser.ts"
import { Preferences } from "../ports/platform.ts"
import { RESET_SETTINGS_MS } from "../values/limits.ts"
import { savedUser } from "./accounts/sessions.ts"
import { observeAll } from "./preferences.ts"

/**
 * Clears everything in local storage but the saved user (SETTINGS-2); the log and the outbox are elsewhere and stay. A user
 * that names no server is bound to the configured one first: afterwards it would pass for one of the public server, and its
 * token would go there (AUTH-13). Where no server is configured it has no use and is removed.
 */
export const resetSettings = Effect.gen(function* () {
  const preferences = yield* Preferences
  yield* Effect.sleep(RESET_SETTINGS_MS)
  if ((yield* savedUser) === null) yield* preferences.remove(USER_KEY)
  const keys = yield* preferences.keys
  yield* Effect.forEach(
    keys.filter((key) => key !== USER_KEY),
    preferences.remove,
    { discard: true },
  )
  yield* observeAll
})
