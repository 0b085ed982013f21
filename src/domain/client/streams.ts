import { Effect, Queue, Stream } from "effect"
import type { RecordedEvent } from "../product/events.ts"
import type { State } from "../product/state.ts"
import { Engine } from "./log/engine.ts"

/**
 * Streams of values that a loop handles one after the other. The engine does not use them, so streams load after it.
 */

/** Subscribes. The inner effect returns a function that unsubscribes. */
type Subscribe<Value> = (listener: (value: Value) => void) => Effect.Effect<() => void>

/** The values of a subscription, in order. The subscription ends with the stream. */
export const streamOf = <Value>(subscribe: Subscribe<Value>): Stream.Stream<Value> =>
  Stream.callback<Value>((queue) =>
    Effect.acquireRelease(
      subscribe((value) => Queue.offerUnsafe(queue, value)),
      (stop) => Effect.sync(stop),
    ),
  )

/**
 * The values that `pick` returns for each commit and catch-up. Null is skipped, so that unrelated commits cost little.
 */
export const changes = <Value>(
  pick: (state: State, events: readonly RecordedEvent[]) => Value | null,
): Stream.Stream<Value, never, Engine> =>
  Stream.unwrap(
    Effect.map(Engine, (engine) =>
      streamOf<Value>((listener) =>
        Effect.sync(() =>
          engine.onPublish((state, events) => {
            const picked = pick(state, events)
            if (picked !== null) listener(picked)
          }),
        ),
      ),
    ),
  )
