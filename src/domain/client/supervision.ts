import { Cause, Effect, Random } from "effect"
import { LOOP_FAILURES_SHOWN, LOOP_HEALTHY_MS, RETRY_BASE_MS, RETRY_CAP_MS } from "../values/limits.ts"
import { Engine } from "./log/engine.ts"

/** Number of doublings after which the wait is certainly at its cap. */
const DOUBLINGS_MAX = 16
/** The share by which the wait varies, so that tabs do not all retry at once. */
const JITTER = 0.4

/** Waits between attempts of a loop that fails, ms: from the base to the cap, with jitter. */
const backoff = (attempts: number, random: number): number =>
  Math.min(RETRY_CAP_MS, RETRY_BASE_MS * 2 ** Math.min(attempts, DOUBLINGS_MAX)) * (1 - JITTER / 2 + JITTER * random)

/**
 * Runs a loop so that its failure affects no other loop. Logs the cause and restarts the loop after a wait. After
 * repeated failures the app shows the problem. A loop that has run for a while is healthy again.
 */
export const supervised = <A, E, R>(name: string, loop: Effect.Effect<A, E, R>): Effect.Effect<A, never, R | Engine> =>
  Effect.gen(function* () {
    const engine = yield* Engine
    let failures = 0
    let attempts = 0
    const recovers = Effect.andThen(
      Effect.sleep(LOOP_HEALTHY_MS),
      Effect.sync(() => {
        failures = 0
        engine.reportLoop(name, "ok")
      }),
    )
    const fails = (cause: Cause.Cause<unknown>) =>
      Effect.suspend(() => {
        failures += 1
        if (failures >= LOOP_FAILURES_SHOWN) engine.reportLoop(name, "failing")
        return Effect.logError(`the loop "${name}" failed`, cause)
      })
    const attempt = Effect.scoped(Effect.andThen(Effect.forkScoped(recovers), loop))
    const again = Effect.flatMap(Random.next, (random) => {
      const wait = backoff(attempts, random)
      attempts += 1
      return Effect.andThen(Effect.sleep(wait), running)
    })
    const running: Effect.Effect<A, never, R> = attempt.pipe(
      Effect.tapCause((cause) => (Cause.hasInterruptsOnly(cause) ? Effect.void : fails(cause))),
      Effect.catchCause(() => again),
    )
    return yield* running
  })
