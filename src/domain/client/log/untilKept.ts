import { Effect, Result } from "effect"
import type { CommandError } from "../../engine/commandError.ts"
import { RETRY_BASE_MS, RETRY_CAP_MS } from "../../values/limits.ts"

/** Doublings after which a pause is at its cap for certain. */
const DOUBLINGS_MAX = 16

/** Tries what the log is to keep until it is kept, or refused for another reason than storage; each pause twice as long. */
export const untilKept = Effect.fnUntraced(function* <A, R>(attempt: Effect.Effect<A, CommandError<unknown>, R>) {
  for (let failures = 1; ; failures += 1) {
    const kept = yield* Effect.result(attempt)
    if (Result.isSuccess(kept) || kept.failure.reason !== "storage") return
    yield* Effect.sleep(Math.min(RETRY_CAP_MS, RETRY_BASE_MS * 2 ** Math.min(failures, DOUBLINGS_MAX)))
  }
})
