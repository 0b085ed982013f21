import type { StoredEvent } from "../../domain/decider/event.ts"
import { type Plan, type Snapshot, StoreError } from "../../domain/ports/eventStore.ts"

/** What every store does alike, whatever it writes to. */

/** Runs the plan; what it throws becomes the failure of the append. */
export const planned = (plan: Plan, tail: readonly StoredEvent[]): readonly StoredEvent[] => {
  try {
    return plan(tail)
  } catch (cause) {
    throw new StoreError({ reason: "failed", detail: `the plan threw ${String(cause)}` })
  }
}

/** Throws when events after the cursor have left the log, so that the tail does not join on to what was folded. */
export const refuseTorn = (cursor: number, tail: readonly StoredEvent[]): void => {
  if (tail[0] !== undefined && tail[0].seq !== cursor + 1) throw erasedElsewhere()
}

/** Throws unless the sequence numbers continue the log after `last`. */
export const refuseGap = (last: number, events: readonly StoredEvent[]): void => {
  for (const [position, event] of events.entries()) {
    const next = last + 1 + position
    if (event.seq !== next)
      throw new StoreError({ reason: "failed", detail: `event ${event.seq} where ${next} is next` })
  }
}

type SnapshotPlace = Pick<Snapshot, "version" | "seq">

/**
 * A snapshot of an older release never replaces one of a newer release: its tab has stopped deciding, and reading it
 * again would cost a fold of the whole log.
 */
export const replaces = (snapshot: SnapshotPlace, kept: SnapshotPlace | null): boolean =>
  kept === null || snapshot.version > kept.version || (snapshot.version === kept.version && snapshot.seq > kept.seq)

/** Throws when the snapshot claims events that the log does not have. */
export const refuseBeyond = (last: number, snapshot: Snapshot): void => {
  if (snapshot.seq <= last) return
  throw new StoreError({ reason: "failed", detail: `snapshot at ${snapshot.seq} of a log that ends at ${last}` })
}

/** For a tab that folded events which another tab has erased since. */
export const erasedElsewhere = (): StoreError => new StoreError({ reason: "closed", detail: "the log was erased" })
