import { Cause, Effect, Schedule } from "effect"
import { LOOP_FAILURES_SHOWN, LOOP_HEALTHY_MS, RETRY_BASE_MS, RETRY_CAP_MS } from "../values/limits.ts"
import { Engine } from "./log/engine.ts"

/** Waits between attempts of a loop that fails: from the base to the cap, with jitter. */
const backoff = Schedule.min([Schedule.exponential(RETRY_BASE_MS), Schedule.spaced(RETRY_CAP_MS)]).pipe(
  Schedule.jittered,
)

/**
 * Runs a loop so that its failure touches no other loop. The cause is logged, and the loop begins again after a wait.
 * When this happens again and again, the person is told. A loop that has run for a while is healthy.
 */
export const supervised = <A, E, R>(name: string, loop: Effect.Effect<A, E, R>): Effect.Effect<A, never, R | Engine> =>
  Effect.gen(function* () {
    const engine = yield* Engine
    let failures = 0
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
    return yield* attempt.pipe(
      Effect.tapCause((cause) => (Cause.hasInterruptsOnly(cause) ? Effect.void : fails(cause))),
      Effect.sandbox,
      Effect.retry(backoff),
      Effect.orDie,
    )
  })
