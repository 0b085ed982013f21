import { Effect } from "effect"
import { beginAgain, readRest } from "../../domain/client/log/rescue.ts"
import { StoreError } from "../../domain/ports/eventStore.ts"
import type { Refused } from "../client/handle.ts"
import { heldLog, type LogSource } from "../client/logSource.ts"
import { saveWhole } from "./logFile.ts"

/** Files of the log as a screen asks for them. */

const save = (source: LogSource, personal: boolean) =>
  Effect.tryPromise({
    try: (signal) => saveWhole(source, personal, signal),
    catch: (cause): Refused => (cause instanceof StoreError ? "storage" : "defect"),
  })

/** The log with pseudonyms (EVENT-5); secrets were never in it (AUTH-11). */
export const saveLog = (source: LogSource) => save(source, false)

/**
 * What can still be read goes to a file, with real names: there will be no other copy of it. A log that cannot be
 * read at all can still be replaced; a file that cannot be written stops that, because the log is erased afterwards.
 */
export const saveAndBegin = Effect.gen(function* () {
  const rest = yield* Effect.mapError(readRest, (): Refused => "storage")
  if (rest !== null) yield* save(heldLog(rest), true)
  const begun = yield* Effect.mapError(beginAgain(rest), (): Refused => "storage")
  if (!begun) return yield* Effect.fail<Refused>("outdated")
})
