import { Effect } from "effect"
import { USER_KEY } from "../features/session/savedUser.ts"
import { Preferences } from "../ports/platform.ts"
import { RESET_SETTINGS_MS } from "../values/limits.ts"
import { savedUser } from "./accounts/sessions.ts"
import { observeAll } from "./preferences.ts"

/**
 * Clears local storage except the saved user (SETTINGS-2). The log and the outbox are stored elsewhere and stay. A
 * saved user without a server is bound to the configured one first: otherwise it would count as a user of the public
 * server, which would receive its token (AUTH-13). Without a configured server it is useless and is removed.
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
