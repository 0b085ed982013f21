import type { StoredEvent } from "../../domain/event/event.ts"
import type { Base } from "../../domain/ports/eventStore.ts"

/** A log that screens read: this browser's own, or one from a file. They cannot change it. */
export interface LogSource {
  /** The first and the last sequence number. Of an empty log the last is below the first. */
  readonly bounds: () => Promise<{ readonly first: number; readonly last: number }>
  /** The events with `from <= seq <= to`, in order. Ask for a few thousand at most. */
  readonly read: (from: number, to: number) => Promise<readonly StoredEvent[]>
  /** The base of a log whose first events are gone; null for a log that has them. */
  readonly base: () => Promise<Base | null>
}

/** The log of this browser. */
export interface OwnLogSource extends LogSource {
  /** The number of rows that could not be read and are set aside. */
  readonly aside: () => Promise<number>
}

/** A log whose base and events are all in memory. */
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

/** The most events that one call reads. */
export const READ_EVENTS = 500
