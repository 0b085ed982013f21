import { Cause, Clock, Context, Duration, Effect, Logger, Random, References, Scheduler } from "effect"
import type { Prng } from "../prng.ts"
import type { SimulatedWorld, Tab } from "../world.ts"

/** Operations that a fiber may run before another task of its tab gets a turn. */
const OPS_BEFORE_YIELD = 2_048
const NANOS_PER_MILLI = 1_000_000n

/** Suspends until virtual time has passed. Code in a simulated tab may suspend only in this way. */
export const later = (world: SimulatedWorld, tab: Tab, ms: number): Effect.Effect<void> =>
  Effect.callback<void>((resume) => {
    if (!Number.isFinite(ms)) return
    const timer = world.afterIn(tab, ms, () => resume(Effect.void))
    return Effect.sync(() => {
      timer.run = undefined
    })
  })

const sleep = (world: SimulatedWorld, tab: Tab, ms: number): Effect.Effect<void> =>
  Effect.callback<void>((resume) => {
    if (!Number.isFinite(ms)) return
    const timer = world.sleepIn(tab, ms, () => resume(Effect.void))
    return Effect.sync(() => {
      timer.run = undefined
    })
  })

const clockOf = (world: SimulatedWorld, tab: Tab): Clock.Clock => {
  const wallNanos = () => BigInt(world.wall) * NANOS_PER_MILLI
  const monotonicNanos = () => BigInt(world.monotonic) * NANOS_PER_MILLI
  return {
    sleep: (duration) => sleep(world, tab, Duration.toMillis(duration)),
    currentTimeMillisUnsafe: () => world.wall,
    currentTimeMillis: Effect.sync(() => world.wall),
    currentTimeNanosUnsafe: wallNanos,
    currentTimeNanos: Effect.sync(wallNanos),
    monotonicTimeNanosUnsafe: monotonicNanos,
    monotonicTimeNanos: Effect.sync(monotonicNanos),
  }
}

/**
 * The services that Effect needs in a tab, from the simulation: its scheduler, its clock and its randomness. Calls
 * `complains` with each logged error.
 */
export const runtimeOf = (world: SimulatedWorld, tab: Tab, prng: Prng, complains: (message: string) => void) =>
  Context.empty().pipe(
    Context.add(Scheduler.Scheduler, {
      executionMode: "async",
      shouldYield: (fiber) => fiber.currentOpCount >= OPS_BEFORE_YIELD,
      makeDispatcher: () => ({ scheduleTask: tab.post, flush: () => {} }),
    }),
    Context.add(Clock.Clock, clockOf(world, tab)),
    Context.add(Random.Random, {
      nextDoubleUnsafe: () => prng.fraction(),
      nextIntUnsafe: () => prng.word(),
    }),
    Context.add(References.TracerEnabled, false),
    Context.add(
      Logger.CurrentLoggers,
      new Set([
        Logger.make<unknown, void>(({ logLevel, message, cause }) => {
          if (logLevel === "Error" || logLevel === "Fatal") complains(`${String(message)} ${Cause.pretty(cause)}`)
        }),
      ]),
    ),
  )
