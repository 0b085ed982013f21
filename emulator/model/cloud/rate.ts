import type { CallName } from "../../../src/domain/wire/cloud.ts"
import { BUCKETS_MAX, type RateLimit } from "../limits.ts"
import type { WorldState } from "../state.ts"
import type { Bucket } from "./state.ts"

const refilled = (bucket: Bucket, rate: RateLimit, now: number): number =>
  Math.min(rate.burst, bucket.level + (Math.max(0, now - bucket.at) / 1_000) * rate.perSecond)

/** Takes one request out of the bucket of this account and call; false when there is none left (-100). */
export const takeOne = (state: WorldState, who: string, call: CallName, rate: RateLimit, now: number): boolean => {
  const key = `${call} ${who}`
  const bucket = state.buckets.get(key) ?? { level: rate.burst, at: now }
  const level = refilled(bucket, rate, now)
  state.buckets.delete(key)
  state.buckets.set(key, { level: level < 1 ? level : level - 1, at: now })
  if (state.buckets.size > BUCKETS_MAX) {
    const [oldest] = state.buckets.keys()
    if (oldest !== undefined) state.buckets.delete(oldest)
  }
  return level >= 1
}
