import { Effect, Result } from "effect"
import type { CommandError } from "../../engine/commandError.ts"
import { RETRY_BASE_MS, RETRY_CAP_MS } from "../../values/limits.ts"

/** Number of doublings after which a pause is certainly at its cap. */
const DOUBLINGS_MAX = 16

/**
 * Retries a write to the log until it succeeds or fails for another reason than storage. Each pause is twice as long.
 */
export const untilKept = Effect.fnUntraced(function* <A, R>(attempt: Effect.Effect<A, CommandError<unknown>, R>) {
  for (let failures = 1; ; failures += 1) {
    const kept = yield* Effect.result(attempt)
    if (Result.isSuccess(kept) || kept.failure.reason !== "storage") return
    yield* Effect.sleep(Math.min(RETRY_CAP_MS, RETRY_BASE_MS * 2 ** Math.min(failures, DOUBLINGS_MAX)))
  }
})
