import { Effect, Random } from "effect"
import { retryWait } from "../../outbox/backoff.ts"
import { REFRESH_INTERVAL_MS, RETRY_BASE_MS } from "../../values/limits.ts"
import { onStatus, turns } from "../wakers.ts"
import { Engine, type EngineStatus } from "./engine.ts"

/**
 * As what the recovery is recorded. Null for failures that do not pass: a person has to reload the tab, or to begin a new log.
 */
const recordedAs: Readonly<Record<EngineStatus["storage"], "quota" | "failed" | null>> = {
  ok: null,
  quota: "quota",
  blocked: "failed",
  unanswered: "failed",
  unavailable: "failed",
  failed: "failed",
  damaged: null,
  newer: null,
  deleted: null,
  erased: null,
}

/** A tab that could not write asks nobody anything: it has to find out on its own when it can write again. */
export const watchStorage = Effect.gen(function* () {
  const engine = yield* Engine
  let failures = 0
  const turn = Effect.gen(function* () {
    const { storage, outdated } = engine.status()
    const reason = outdated ? null : recordedAs[storage]
    if (reason === null) {
      failures = 0
      return REFRESH_INTERVAL_MS
    }
    if (failures > 0) yield* Effect.ignore(engine.dispatch({ type: "TryStorage", reason, forgotten: 0 }))
    failures += 1
    return Math.max(RETRY_BASE_MS, retryWait(failures, yield* Random.next))
  })
  yield* turns([onStatus(engine)], turn)
})
