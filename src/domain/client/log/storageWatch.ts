import { Effect, Random } from "effect"
import { retryWait } from "../../outbox/backoff.ts"
import { REFRESH_INTERVAL_MS, RETRY_BASE_MS } from "../../values/limits.ts"
import { onStatus, runOnTrigger } from "../triggers.ts"
import { Engine, type EngineStatus } from "./engine.ts"

/** Storage failures that may end without a reload. The others need a person. */
const passing: ReadonlySet<EngineStatus["storage"]> = new Set<EngineStatus["storage"]>([
  "quota",
  "blocked",
  "unanswered",
  "unavailable",
  "failed",
])

/** After a failed write a tab sends no requests and gets no events, so it polls until it can write again. */
export const watchStorage = Effect.gen(function* () {
  const engine = yield* Engine
  let failures = 0
  const turn = Effect.gen(function* () {
    const { storage, outdated } = engine.status()
    if (outdated || !passing.has(storage)) {
      failures = 0
      return REFRESH_INTERVAL_MS
    }
    const reason = storage === "quota" ? storage : "failed"
    if (failures > 0) yield* Effect.ignore(engine.dispatch({ type: "TryStorage", reason, forgotten: 0 }))
    failures += 1
    return Math.max(RETRY_BASE_MS, retryWait(failures, yield* Random.next))
  })
  yield* runOnTrigger([onStatus(engine)], turn)
})
