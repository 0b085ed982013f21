import { Effect } from "effect"
import type { StoredEvent } from "../event/event.ts"
import { LOG_GAP_MAX, SCAN_CHUNK_EVENTS } from "../values/limits.ts"
import { type AppendPlan, type Base, type EventStore, type Snapshot, StoreError, type TakeChunk } from "./eventStore.ts"

/** Rules that every store shares, whatever it writes to. */

/** Runs the plan. An error that it throws becomes the failure of the append. */
export const planned = (plan: AppendPlan, tail: readonly StoredEvent[]): readonly StoredEvent[] => {
  try {
    return plan(tail)
  } catch (cause) {
    throw new StoreError({ reason: "failed", detail: `the plan threw ${String(cause)}` })
  }
}

/**
 * Throws when the tail does not follow the cursor without a gap: its first events were pruned, or rows have vanished.
 * Opening the log again finds out which, and mends it.
 */
export const refuseTorn = (cursor: number, tail: readonly StoredEvent[]): void => {
  const torn = tail.some((event, position) => event.seq !== cursor + 1 + position)
  if (torn) throw new StoreError({ reason: "erased", detail: `the events after ${cursor} are not in the log` })
}

/** Throws unless the base leaves the newest event in the log and is no older than the current base. */
export const refuseBase = (first: number, last: number, { seq }: Pick<Snapshot, "seq">): void => {
  if (seq >= first - 1 && seq < last) return
  throw new StoreError({ reason: "failed", detail: `a base at ${seq} of a log from ${first} to ${last}` })
}

/** Evidence of how long a log once was. */
export interface LogExtent {
  /** The version of the state that the tab reads. */
  readonly version: number | null
  /** The last sequence number that this tab has read, if the log was found to be shorter; else 0. */
  readonly reached: number
}

/**
 * The number of events missing at the end of a log, measured against what this tab has read or against its snapshot,
 * which includes them. A snapshot far beyond the end is damaged, and one of another version does not count.
 */
export const missingAtEnd = (
  last: number,
  snapshot: SnapshotPosition | null,
  { version, reached }: LogExtent,
): number => {
  const read = Math.max(0, reached - last)
  if (snapshot === null || snapshot.version !== version) return read
  const missing = snapshot.seq - last
  return Number.isSafeInteger(missing) && missing > read && missing <= LOG_GAP_MAX ? missing : read
}

/** The base of a log whose first events were lost. */
export const lostBase = (seq: number): Base => ({ seq, version: 0, state: null })

type Store = EventStore["Service"]

/** Reads the existing part of a range, chunk by chunk. */
export const scanBy =
  (bounds: Store["bounds"], readRange: (from: number, to: number) => Effect.Effect<Chunk, StoreError>): Store["scan"] =>
  <E, R>(from: number, to: number, take: TakeChunk<E, R>) => {
    const next = (at: number, end: number): Effect.Effect<void, StoreError | E, R> => {
      if (at > end) return Effect.void
      const until = Math.min(end, at + SCAN_CHUNK_EVENTS - 1)
      return Effect.flatMap(readRange(at, until), (events) => Effect.andThen(take(events), next(until + 1, end)))
    }
    return Effect.flatMap(bounds, ({ first, last }) => next(Math.max(from, first), Math.min(to, last)))
  }

type Chunk = readonly StoredEvent[]

/** Throws unless the sequence numbers continue the log after `last`. */
export const refuseGap = (last: number, events: readonly StoredEvent[]): void => {
  for (const [position, event] of events.entries()) {
    const next = last + 1 + position
    if (event.seq !== next)
      throw new StoreError({ reason: "failed", detail: `event ${event.seq} where ${next} is next` })
  }
}

type SnapshotPosition = Pick<Snapshot, "version" | "seq">

/**
 * A snapshot of an older release never replaces one of a newer release: the older tab has stopped deciding, and another
 * snapshot would cost a fold of the whole log.
 */
export const replaces = (snapshot: SnapshotPosition, kept: SnapshotPosition | null): boolean =>
  kept === null || snapshot.version > kept.version || (snapshot.version === kept.version && snapshot.seq > kept.seq)

/** Throws when the snapshot claims events that the log does not have. */
export const refuseBeyond = (last: number, snapshot: Snapshot): void => {
  if (snapshot.seq <= last) return
  throw new StoreError({ reason: "failed", detail: `snapshot at ${snapshot.seq} of a log that ends at ${last}` })
}

/** For a tab whose log has been deleted, or emptied by another program. */
export const deletedElsewhere = (): StoreError =>
  new StoreError({ reason: "deleted", detail: "the log in this browser was deleted" })

/** For a tab that folded events which another tab has erased since. */
export const erasedElsewhere = (): StoreError => new StoreError({ reason: "erased", detail: "the log was erased" })
