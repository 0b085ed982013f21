import type { EventDefinition, EventOf } from "../event/event.ts"
import { makeRegistry, type Recorded } from "../log/upcasting.ts"
import { parts } from "./parts.ts"

export type Event = EventOf<(typeof parts)[number]["events"]>
export type RecordedEvent = Recorded<Event>

export const registry = makeRegistry(parts.map(({ events }) => events))

/** Every event of the product, by type. */
export const eventTable: Readonly<Record<string, EventDefinition>> = Object.fromEntries(
  parts.flatMap(({ events }) => Object.entries(events)),
)
