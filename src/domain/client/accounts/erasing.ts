import { Effect } from "effect"
import { parseSavedUser, USER_KEY } from "../../features/session/savedUser.ts"
import type { PreferenceKey } from "../../features/settings/feature.ts"
import { Preferences, Vault } from "../../ports/platform.ts"
import { accountKey } from "../../values/identity.ts"
import { Engine } from "../log/engine.ts"
import { observePreferences } from "../preferences.ts"
import { LatestReadings } from "../sync/latestReadings.ts"
import { report } from "../sync/reporting.ts"
import type { Erasure } from "./accountErasure.ts"
import { survivors } from "./keptAfterReset.ts"

/**
 * The new log takes over what other accounts still have to send: no accepted action is lost except those of the deleted
 * accounts (invariant 1). The token is erased before the log, because a new log no longer knows that this token must
 * not be adopted.
 */
const erase = Effect.gen(function* () {
  const engine = yield* Engine
  const preferences = yield* Preferences
  const vault = yield* Vault
  const latestReadings = yield* LatestReadings
  const { application, session } = engine.state()
  const { deleted } = session
  const user = parseSavedUser(yield* preferences.get(USER_KEY))
  if (user === null || deleted.includes(accountKey(user))) yield* preferences.remove(USER_KEY)
  // The recent commands name devices by their ids. The other keys are settings of the browser.
  yield* preferences.remove("recentCommands" satisfies PreferenceKey)
  const emptied = yield* Effect.forEach(deleted, vault.erase)
  const forgotten = yield* Effect.forEach(deleted, latestReadings.erase)
  if (emptied.includes(false) || forgotten.includes(false)) return
  if (!(yield* Effect.isSuccess(engine.rewrite(survivors)))) return
  const { version, baseUrl, testMirror, isApp, os } = application
  yield* report({ type: "StartApp", version, baseUrl, testMirror, isApp, os })
  yield* observePreferences
})

export const erasure: Erasure["Service"] = { erase }
