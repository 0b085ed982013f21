import { Effect, Random } from "effect"
import type { ListName } from "../event/listRead.ts"
import { retryWait } from "../outbox/backoff.ts"
import { READS_BURST, READS_REFILL_MS, RETRY_BASE_MS } from "../values/limits.ts"
import { Rate } from "../values/rate.ts"
import { monotonicMillis } from "./monotonic.ts"
import { type ReadResult, Refresher } from "./sync/refresher.ts"

/**
 * When something may be tried again (`at`, monotonic ms, 0 at once). Waits grow with failures, with full jitter. However
 * often it succeeds, it is tried no more than READS_BURST times at once and then at the rate of its refill: no loop makes
 * more requests than that, whatever wakes it. A person who asks is not made to wait.
 */
export interface Pace {
  failures: number
  at: number
  readonly rate: Rate
}

export const newPace = (refillMs = READS_REFILL_MS): Pace => ({
  failures: 0,
  at: 0,
  rate: new Rate(READS_BURST, refillMs),
})

/** Something promises success: tried again at once, or when a try is left. `now` is monotonic, ms. */
export const restart = (pace: Pace, now: number): void => {
  pace.failures = 0
  pace.at = Math.min(pace.at, now + pace.rate.wait(now))
}

/** Reads a list once and sets the pace by how it went; never sooner again than after RETRY_BASE_MS. */
export const readPaced = Effect.fnUntraced(function* (list: ListName, pace: Pace) {
  const begun = yield* monotonicMillis
  pace.rate.owe(begun)
  const empty = pace.rate.wait(begun)
  pace.at = Number.POSITIVE_INFINITY
  const read = (yield* Refresher).read(list)
  // A caller that stops waiting for the answer may ask again later.
  const result: ReadResult = yield* Effect.onInterrupt(read, () =>
    Effect.sync(() => {
      pace.at = begun + Math.max(RETRY_BASE_MS, empty)
    }),
  )
  const now = yield* monotonicMillis
  pace.failures = result === "failed" ? pace.failures + 1 : 0
  const wait = result === "failed" ? retryWait(pace.failures, yield* Random.next) : 0
  pace.at = Math.max(now + RETRY_BASE_MS, now + wait, begun + empty)
  return result
})
