import { Effect } from "effect"
import { parseSavedUser, USER_KEY } from "../../features/session/savedUser.ts"
import type { PreferenceKey } from "../../features/settings/feature.ts"
import { Carrying } from "../../ports/carrying.ts"
import { Ids, Preferences, Vault } from "../../ports/platform.ts"
import { type AccountKey, accountKey } from "../../values/identity.ts"
import { Engine } from "../log/engine.ts"
import { observePreferences } from "../preferences.ts"
import { report } from "../sync/reporting.ts"
import { Sightings } from "../sync/sightings.ts"
import { forgetPasscodes } from "./passcodes.ts"

/**
 * Erases what is left of deleted accounts, the log included. What other accounts still have to send is carried over
 * into the new log: no acknowledged action is lost but those of the deleted ones (invariant 1). The token goes before
 * the log, which would forget that it must not be adopted.
 */
const eraseAll = Effect.gen(function* () {
  const engine = yield* Engine
  const preferences = yield* Preferences
  const vault = yield* Vault
  const sightings = yield* Sightings
  const { application, session } = engine.state()
  const { deleted } = session
  if (deleted.length === 0) return
  const user = parseSavedUser(yield* preferences.get(USER_KEY))
  if (user === null || deleted.includes(accountKey(user))) yield* preferences.remove(USER_KEY)
  // Names devices by their ids; the other keys are settings of the browser.
  yield* preferences.remove("recentCommands" satisfies PreferenceKey)
  const emptied = yield* Effect.forEach(deleted, vault.erase)
  const forgotten = yield* Effect.forEach(deleted, sightings.erase)
  const survivors = yield* (yield* Carrying).survivors
  if (emptied.includes(false) || forgotten.includes(false) || survivors === null) return
  if (!(yield* Effect.isSuccess(engine.rewrite(survivors)))) return
  const { version, baseUrl, testMirror, isApp, os } = application
  yield* report({ type: "StartApp", version, baseUrl, testMirror, isApp, os })
  yield* observePreferences
})

/**
 * Tries again what was left of an erasure: at each start, and while a tab runs. The dialog that waits for it in this tab
 * hears of its end in the new log.
 */
export const eraseDeleted = Effect.gen(function* () {
  const engine = yield* Engine
  const { tab } = yield* Ids
  const flow = engine.state().flows.get(tab)?.flow
  yield* eraseAll
  if (flow === "deleteAccount" && !engine.state().flows.has(tab))
    yield* report({ type: "ResumeFlow", at: { flow, stage: "done" } })
})

/**
 * Erases everything local to an account that the server has deleted (ACCOUNT-4); false when something of it is left. The
 * log knows of the deletion before anything goes: whatever fails or dies on the way, `reconcileSession` erases again.
 */
export const eraseAccount = Effect.fnUntraced(function* (account: AccountKey) {
  const engine = yield* Engine
  yield* forgetPasscodes(account)
  yield* report({ type: "RecordDeleted", account })
  yield* eraseDeleted
  return !engine.state().session.emails.has(account)
})
