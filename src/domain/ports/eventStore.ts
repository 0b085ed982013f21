import { Context, type Effect, Schema } from "effect"
import type { Durability } from "../event/command.ts"
import type { StoredEvent } from "../event/event.ts"
import type { Mended } from "../log/damage.ts"

/**
 * `quota`: the disk or the browser's share is full. `blocked`: another tab holds an older database open. `unanswered`:
 * the browser has not answered in time; the store aborts the operation where it still can, else its events may be in
 * the log. `newer`: a newer release has upgraded the database. `deleted`: the database was deleted or emptied while it
 * was open; nothing of it is left, and this store ignores what others begin there. `erased`: another tab started a new
 * log; opening again reads the new one. `unavailable`: this browser provides no database. `damaged`: the browser, or
 * this store, cannot read the stored data. `failed`: the rest.
 * After any of them the log holds nothing of the attempted append, except as `unanswered` says.
 */
export class StoreError extends Schema.TaggedError<StoreError>()("StoreError", {
  reason: Schema.Literals([
    "quota",
    "blocked",
    "unanswered",
    "newer",
    "deleted",
    "erased",
    "unavailable",
    "damaged",
    "failed",
  ]),
  detail: Schema.String,
}) {}

export type { Durability }

/** The state after folding all events up to `seq`; `state` must survive structuredClone. `version` names its shape. */
export interface Snapshot {
  readonly seq: number
  readonly version: number
  readonly state: unknown
}

/** The beginning of a log whose first events are gone: pruned, or lost (then `state` is null). */
export type Base = Snapshot

export interface OpenedStore {
  /** The newest snapshot of the requested version. */
  readonly snapshot: Snapshot | null
  readonly base: Base | null
  /** Every event after the snapshot, or after the base. The sequence has no gap, but an event may be unreadable. */
  readonly tail: readonly StoredEvent[]
  /** Repairs of the sequence, by this opening or before, that no event reports yet. */
  readonly mended: Mended
}

/** Replacements for the parts of a log that cannot be used. */
export interface StandIns {
  /** Stand-ins for unreadable events, with the same sequence numbers. */
  readonly events: readonly StoredEvent[]
  /** True when the kept snapshots are useless. */
  readonly snapshots: boolean
}

/** A row that was taken out of the log; `seq` is null when it had no sequence number in it. */
export interface Aside {
  readonly seq: number | null
  readonly row: unknown
}

/** Takes one chunk of the log during a scan. */
export type TakeChunk<E, R> = (events: readonly StoredEvent[]) => Effect.Effect<void, E, R>

/**
 * Decides inside the transaction: gets the events after the caller's cursor that are already in the log, in order
 * (other tabs wrote them), and returns the events to add. Synchronous, so that the transaction stays open; it may be
 * called again when the store repeats a transaction. If it throws, nothing is added and the append fails.
 */
export type AppendPlan = (tail: readonly StoredEvent[]) => readonly StoredEvent[]

export class EventStore extends Context.Service<
  EventStore,
  {
    /**
     * Returns the newest snapshot of this version and every event after it; without a version, the log with no
     * snapshot. Sets aside the rows that do not belong to the sequence and fills gaps with stand-ins, so that a log
     * that has lost rows opens. Other tabs then find their log erased and open it again.
     */
    readonly open: (version: number | null) => Effect.Effect<OpenedStore, StoreError>
    /**
     * Reads the tail after `cursor`, plans, and adds, all in one transaction. Sequence numbers of the plan must
     * continue the log without a gap, else the append fails and nothing is added. Returns once durable. An event that
     * records damage also clears the `mended` report of the opening.
     */
    readonly append: (cursor: number, plan: AppendPlan, durability: Durability) => Effect.Effect<void, StoreError>
    /**
     * Reads the events with `from <= seq <= to` in order, from the hot tail and from sealed segments, and passes them
     * on in chunks: memory holds one chunk, however long the log. Leaves out events that are appended meanwhile.
     */
    readonly scan: <E, R>(from: number, to: number, take: TakeChunk<E, R>) => Effect.Effect<void, StoreError | E, R>
    /**
     * The first and last sequence number in the log. Of an empty log, `last` is `first - 1`: the number of the base.
     */
    readonly bounds: Effect.Effect<{ readonly first: number; readonly last: number }, StoreError>
    /** The base that replaces the first events of the log. */
    readonly base: Effect.Effect<Base | null, StoreError>
    /** Forgets the oldest events, up to `keep.seq`, and makes `keep` the base. The newest event always stays. */
    readonly prune: (keep: Base) => Effect.Effect<void, StoreError>
    /**
     * Sets aside events that cannot be read, puts their stand-ins in their place, and drops useless snapshots. Returns
     * the sequence numbers that were not set aside before.
     */
    readonly setAside: (standIns: StandIns) => Effect.Effect<readonly number[], StoreError>
    /**
     * Puts events that were set aside back in place of their stand-ins, because this release can read them. Deletes the
     * snapshots, which do not contain them. Other tabs find their log erased and open it again.
     */
    readonly putBack: (events: readonly StoredEvent[]) => Effect.Effect<void, StoreError>
    /** The rows that were set aside, oldest first. */
    readonly aside: Effect.Effect<readonly Aside[], StoreError>
    /** Keeps the snapshot if it is newer than the kept one, and seals full segments of history before it. */
    readonly saveSnapshot: (snapshot: Snapshot) => Effect.Effect<void, StoreError>
    /**
     * Calls back when another tab may have added events. Returns a function that unsubscribes. A hint only, never a
     * fact.
     */
    readonly onForeignAppend: (wake: () => void) => Effect.Effect<() => void>
    /**
     * Begins a new log (account deletion): plans as `append` does, then erases every event, segment and snapshot and
     * keeps the planned events, numbered from 1, all in one transaction. Other tabs find their log erased and open it
     * again.
     */
    readonly rewrite: (cursor: number, plan: AppendPlan) => Effect.Effect<void, StoreError>
    /**
     * Begins a new log with these events, whatever the state of the old one, even when it cannot be opened any more.
     */
    readonly renew: (events: readonly StoredEvent[]) => Effect.Effect<void, StoreError>
  }
>()("sightline/EventStore") {}
