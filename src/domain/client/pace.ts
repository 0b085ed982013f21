import { Effect, Random } from "effect"
import type { ListName } from "../event/listRead.ts"
import { retryWait } from "../outbox/backoff.ts"
import { READS_BURST, READS_REFILL_MS, RETRY_BASE_MS } from "../values/limits.ts"
import { Rate } from "../values/rate.ts"
import { monotonicMillis } from "./monotonic.ts"
import { type ReadResult, Refresher } from "./sync/refresher.ts"

/**
 * The time of the next attempt (`at`, monotonic ms, 0 for now). Waits grow with failures, with full jitter. Even after
 * successes there are at most READS_BURST attempts in a row, then as many as the rate allows: no loop makes more
 * requests, whatever wakes it. A request of a person does not wait.
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

/** After a sign that the server may be back, tries now or as soon as the rate allows. `now` is monotonic, ms. */
export const restart = (pace: Pace, now: number): void => {
  pace.failures = 0
  pace.at = Math.min(pace.at, now + pace.rate.wait(now))
}

/** Reads a list once and sets the pace by the outcome. The next read is at least RETRY_BASE_MS later. */
export const readPaced = Effect.fnUntraced(function* (list: ListName, pace: Pace) {
  const begun = yield* monotonicMillis
  pace.rate.owe(begun)
  const empty = pace.rate.wait(begun)
  pace.at = Number.POSITIVE_INFINITY
  const read = (yield* Refresher).read(list)
  // When the caller is interrupted, the list may be read again later.
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
