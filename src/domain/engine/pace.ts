import { Clock, Effect, Random } from "effect"
import { retryWait } from "../outbox/outcome.ts"
import type { TellingRead } from "../outbox/policy.ts"
import { RETRY_BASE_MS } from "../values/limits.ts"
import { type ReadResult, Refresher } from "./refresher.ts"

/** When something that failed may be tried again (`at`, ms); waits grow with failures, with full jitter. */
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
  const now = yield* Clock.currentTimeMillis
  pace.failures = result === "failed" ? pace.failures + 1 : 0
  const wait = result === "failed" ? retryWait(pace.failures, yield* Random.next) : 0
  pace.at = now + Math.max(RETRY_BASE_MS, wait)
  return result
})
