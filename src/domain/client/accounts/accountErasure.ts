import { Context, Effect } from "effect"
import { Ids, type Preferences, type Vault } from "../../ports/platform.ts"
import type { AccountKey } from "../../values/identity.ts"
import { Engine } from "../log/engine.ts"
import type { LatestReadings } from "../sync/latestReadings.ts"
import { report } from "../sync/reporting.ts"
import { forgetPasscodes } from "./passcodes.ts"

/** Erases everything that this browser holds of deleted accounts, the old log included. */
export class Erasure extends Context.Service<
  Erasure,
  {
    /** A part that fails is left for the next call. */
    readonly erase: Effect.Effect<void, never, Engine | Preferences | LatestReadings | Vault>
  }
>()("sightline/Erasure") {}

/**
 * Continues an incomplete erasure: at each start, and while a tab runs. A dialog of this tab that waits for it sees its
 * end in the new log.
 */
export const eraseDeleted = Effect.gen(function* () {
  const engine = yield* Engine
  const { tab } = yield* Ids
  const flow = engine.state().flows.get(tab)?.flow
  if (engine.state().session.deleted.length > 0) yield* (yield* Erasure).erase
  if (flow === "deleteAccount" && !engine.state().flows.has(tab))
    yield* report({ type: "ResumeFlow", at: { flow, stage: "done" } })
})

/**
 * Erases everything local to an account that the server has deleted (ACCOUNT-4). Returns false when something of it is
 * left. The log records the deletion before anything is erased: after a failure or a crash, `reconcileSession` erases
 * again.
 */
export const eraseAccount = Effect.fnUntraced(function* (account: AccountKey) {
  const engine = yield* Engine
  yield* forgetPasscodes(account)
  yield* report({ type: "RecordDeleted", account })
  yield* eraseDeleted
  return !engine.state().session.emails.has(account)
})
