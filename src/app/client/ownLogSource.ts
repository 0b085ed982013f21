import { Effect } from "effect"
import type { StoredEvent } from "../../domain/event/event.ts"
import { EventStore } from "../../domain/ports/eventStore.ts"
import type { OwnLogSource } from "./logSource.ts"

/** The source of the event list. A reading that fails rejects, and the list shows that. */
export const ownLogSource = (run: <A>(effect: Effect.Effect<A, unknown, EventStore>) => Promise<A>): OwnLogSource => ({
  aside: () => run(Effect.flatMap(EventStore, ({ aside }) => Effect.map(aside, ({ length }) => length))),
  bounds: () => run(Effect.flatMap(EventStore, ({ bounds }) => bounds)),
  base: () => run(Effect.flatMap(EventStore, ({ base }) => base)),
  read: (from, to) =>
    run(
      Effect.flatMap(EventStore, ({ scan }) => {
        const events: StoredEvent[] = []
        return Effect.as(
          scan(from, to, (chunk) => Effect.sync(() => void events.push(...chunk))),
          events,
        )
      }),
    ),
})
