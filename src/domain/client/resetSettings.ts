import { Effect } from "effect"
import { USER_KEY } from "../features/session/savedUser.ts"
import { Preferences } from "../ports/platform.ts"
import { RESET_SETTINGS_MS } from "../values/limits.ts"
import { observeAll } from "./preferences.ts"

/** Clears everything in local storage but the saved user (SETTINGS-2); the log and the outbox are elsewhere and stay. */
export const resetSettings = Effect.gen(function* () {
  const preferences = yield* Preferences
  yield* Effect.sleep(RESET_SETTINGS_MS)
  const keys = yield* preferences.keys
  yield* Effect.forEach(
    keys.filter((key) => key !== USER_KEY),
    preferences.remove,
    { discard: true },
  )
  yield* observeAll
})
