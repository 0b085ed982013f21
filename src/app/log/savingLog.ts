import { Effect } from "effect"
import { beginAgain, readRest } from "../../domain/client/log/rescue.ts"
import { StoreError } from "../../domain/ports/eventStore.ts"
import type { Refused } from "../client/handle.ts"
import { heldLog, type LogSource } from "../client/logSource.ts"
import { saveWhole } from "./logFile.ts"

/** Saves files of the log for the screens. */

const save = (source: LogSource, personal: boolean) =>
  Effect.tryPromise({
    try: (signal) => saveWhole(source, personal, signal),
    catch: (cause): Refused => (cause instanceof StoreError ? "storage" : "defect"),
  })

/** Saves the log with pseudonyms (EVENT-5). Secrets were never in it (AUTH-11). */
export const saveLog = (source: LogSource) => save(source, false)

/**
 * Saves everything that can still be read to a file, with real names: there will be no other copy. A log that cannot be
 * read at all is replaced without a file. A file that cannot be written prevents the replacement, which erases the log.
 */
export const saveAndBegin = Effect.gen(function* () {
  const rest = yield* Effect.mapError(readRest, (): Refused => "storage")
  if (rest !== null) yield* save(heldLog(rest), true)
  const begun = yield* Effect.mapError(beginAgain(rest), (): Refused => "storage")
  if (!begun) return yield* Effect.fail<Refused>("outdated")
})
