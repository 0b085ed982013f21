import { Effect, Latch } from "effect"
import type { State } from "../product/state.ts"
import { TURN_GAP_MS } from "../values/limits.ts"
import { Listeners } from "../values/listeners.ts"
import type { Engine } from "./log/engine.ts"

/** Triggers, which wake a loop for its next turn. */

/** Something that wakes a loop. */
export type Trigger = (wake: () => void) => Effect.Effect<() => void>

/** Wakes when the shown part of the state has changed. */
export const onChangeOf = (engine: Engine["Service"], show: (state: State) => unknown): Trigger => {
  let known = show(engine.state())
  return (wake) =>
    Effect.sync(() =>
      engine.onPublish((state) => {
        const next = show(state)
        if (next !== known) wake()
        known = next
      }),
    )
}

export const onEveryCommit =
  (engine: Engine["Service"]): Trigger =>
  (wake) =>
    Effect.sync(() => engine.onPublish(() => wake()))

/** Wakes when the status of the engine changes. */
export const onStatus =
  (engine: Engine["Service"]): Trigger =>
  (wake) =>
    Effect.sync(() => engine.onStatus(() => wake()))

/** A latch that any of the triggers opens while the scope lasts. */
const latchOf = Effect.fnUntraced(function* (triggers: readonly Trigger[]) {
  const wake = yield* Latch.make(false)
  for (const trigger of triggers)
    yield* Effect.acquireRelease(
      trigger(() => wake.openUnsafe()),
      (stop) => Effect.sync(stop),
    )
  return wake
})

/**
 * Takes turns forever: at once, whenever a trigger fires, and at the latest after the pause (ms) that the last turn
 * returned. Triggers during a turn cause one more.
 */
export const runOnTrigger = <E, R>(
  triggers: readonly Trigger[],
  turn: Effect.Effect<number, E, R>,
): Effect.Effect<never, E, R> =>
  Effect.scoped(
    Effect.gen(function* () {
      const wake = yield* latchOf(triggers)
      const pauses = Effect.flatMap(turn, (pause) =>
        Effect.raceFirst(wake.await, Effect.sleep(Math.max(TURN_GAP_MS, pause))),
      )
      return yield* Effect.forever(
        Effect.andThen(
          Effect.sync(() => wake.closeUnsafe()),
          pauses,
        ),
      )
    }),
  )

/** Runs at once. Whenever a trigger fires, interrupts the run and starts it again. */
export const restartOnTrigger = <E, R>(
  triggers: readonly Trigger[],
  run: Effect.Effect<unknown, E, R>,
): Effect.Effect<never, E, R> =>
  Effect.scoped(
    Effect.gen(function* () {
      const wake = yield* latchOf(triggers)
      const once = Effect.raceFirst(Effect.andThen(run, Effect.never), wake.await)
      return yield* Effect.forever(
        Effect.andThen(
          Effect.sync(() => wake.closeUnsafe()),
          once,
        ),
      )
    }),
  )

/** Completes when a trigger fires. */
export const woken = (triggers: readonly Trigger[]): Effect.Effect<void> => {
  let isWoken = false
  const noted = triggers.map(
    (trigger): Trigger =>
      (wake) =>
        trigger(() => {
          isWoken = true
          wake()
        }),
  )
  return until(noted, () => isWoken)
}

/** Waits until `is` holds; checks again whenever a trigger fires. */
export const until = (triggers: readonly Trigger[], is: () => boolean): Effect.Effect<void> =>
  Effect.scoped(
    Effect.gen(function* () {
      const wake = yield* latchOf(triggers)
      while (!is()) {
        yield* wake.await
        wake.closeUnsafe()
      }
    }),
  )

/** A trigger that its owner fires. */
export class ManualTrigger {
  readonly #wakes = new Listeners()

  readonly trigger: Trigger = (wake) => Effect.sync(() => this.#wakes.add(wake))

  readonly fire: Effect.Effect<void> = Effect.sync(this.#wakes.call)
}
