import { type Clock, Effect } from "effect"

const NANOS_PER_MILLI = 1_000_000n

/** Milliseconds of a monotonic clock. The wall clock may be set back, which must not make a wait longer. */
export const monotonicMillisOf = (clock: Clock.Clock): number =>
  Number(clock.monotonicTimeNanosUnsafe() / NANOS_PER_MILLI)

export const monotonicMillis = Effect.clockWith((clock) => Effect.sync(() => monotonicMillisOf(clock)))
