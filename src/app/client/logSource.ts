import type { StoredEvent } from "../../domain/event/event.ts"
import type { Base } from "../../domain/ports/eventStore.ts"

/** A log that screens look at, whether this browser's own or one from a file. Nothing of it can be changed. */
export interface LogSource {
  /** The first and the last sequence number; an empty log ends before it begins. */
  readonly bounds: () => Promise<{ readonly first: number; readonly last: number }>
  /** The events with `from <= seq <= to`, in order; few thousand at once. */
  readonly read: (from: number, to: number) => Promise<readonly StoredEvent[]>
  /** The base of a log whose first events are gone; null for a log that has them. */
  readonly base: () => Promise<Base | null>
}

/** The log of this browser itself. */
export interface OwnLogSource extends LogSource {
  /** How many of its rows could not be read and are kept aside. */
  readonly aside: () => Promise<number>
}

/** A log whose events are all at hand, behind what it begins with. */
export const heldLog = ({
  base,
  events,
}: {
  readonly base: Base | null
  readonly events: readonly StoredEvent[]
}): LogSource => {
  const first = (base?.seq ?? 0) + 1
  return {
    bounds: async () => ({ first, last: first + events.length - 1 }),
    base: async () => base,
    read: async (from, to) => events.slice(from - first, to - first + 1),
  }
}

/** Most events read at once. */
export const READ_EVENTS = 500
