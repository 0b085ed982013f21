import { Clock, Effect, Random } from "effect"
import { retryWait } from "../outbox/outcome.ts"
import type { TellingRead } from "../outbox/policy.ts"
import { RETRY_BASE_MS } from "../values/limits.ts"
import { type ReadResult, Refresher } from "./refresher.ts"

/** ms on a clock that nobody sets: the one on the wall may be set back, and a wait must not last as long as that jump. */
export const monotonicMillis = Effect.map(Clock.monotonicTimeNanos, (nanos) => Number(nanos / 1_000_000n))

/** When something may be tried again (`at`, monotonic ms, 0 at once); waits grow with failures, with full jitter. */
export interface Pace {
  failures: number
  at: number
}

export const newPace = (): Pace => ({ failures: 0, at: 0 })

export const restart = (pace: Pace): void => {
  pace.failures = 0
  pace.at = 0
}

/** Reads a list once and sets the pace by how it went; never sooner again than after RETRY_BASE_MS. */
export const readPaced = Effect.fnUntraced(function* (list: TellingRead, pace: Pace) {
  pace.at = Number.POSITIVE_INFINITY
  const result: ReadResult = yield* (yield* Refresher).read(list)
  const now = yield* monotonicMillis
  pace.failures = result === "failed" ? pace.failures + 1 : 0
  const wait = result === "failed" ? retryWait(pace.failures, yield* Random.next) : 0
  pace.at = now + Math.max(RETRY_BASE_MS, wait)
  return result
})
