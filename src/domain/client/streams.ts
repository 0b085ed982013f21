import { Effect, Queue, Stream } from "effect"
import type { RecordedEvent } from "../product/events.ts"
import type { State } from "../product/state.ts"
import { Engine } from "./log/engine.ts"

/** What a loop handles one after the other, as a stream. The engine goes without, so that streams load after it. */

/** Subscribes; the inner effect gives back how to stop. */
type Subscribe<Value> = (listener: (value: Value) => void) => Effect.Effect<() => void>

/** What a subscription calls back with, in order; it is stopped with the stream. */
export const streamOf = <Value>(subscribe: Subscribe<Value>): Stream.Stream<Value> =>
  Stream.callback<Value>((queue) =>
    Effect.acquireRelease(
      subscribe((value) => Queue.offerUnsafe(queue, value)),
      (stop) => Effect.sync(stop),
    ),
  )

/** What is picked from each commit and catch-up; null is passed over, so that a commit costs only those it concerns. */
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
