import { Context, type Effect, Schema } from "effect"
import type { Durability } from "../event/command.ts"
import type { StoredEvent } from "../event/event.ts"
import type { Mended } from "../log/damage.ts"

/**
 * `quota`: the disk or the browser's share is full. `blocked`: another tab holds an older database open. `unanswered`: the
 * browser has not answered in time; what was attempted is given up where it still can be, else it may be in the log. `newer`: a
 * newer release has upgraded the database. `deleted`: the database was deleted, or emptied, while it was open; nothing of it is
 * left, and this store stays closed to what others begin there. `erased`: another tab started a new log; opening again reads the new one. `unavailable`: this browser gives no database. `damaged`:
 * the browser, or this store, cannot read what it holds. `failed`: the rest. After any of them nothing of the attempted
 * append is in the log, except as `unanswered` says.
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

/** What a log begins with whose first events are gone: pruned, or lost (then `state` is null). */
export type Base = Snapshot

export interface OpenedStore {
  /** The newest snapshot of the version asked for. */
  readonly snapshot: Snapshot | null
  readonly base: Base | null
  /** Every event after the snapshot, or after the base: without a gap, but perhaps not readable. */
  readonly tail: readonly StoredEvent[]
  /** What was put right in the sequence, by this opening or before, and no event reports yet. */
  readonly mended: Mended
}

/** What takes the place of what a log cannot use. */
export interface StandIns {
  /** Stand-ins for events that are in their place and cannot be read. */
  readonly events: readonly StoredEvent[]
  /** Whether the kept snapshots are of no use. */
  readonly snapshots: boolean
}

/** A row that was taken out of the log; `seq` is null when it had no place in it. */
export interface Aside {
  readonly seq: number | null
  readonly row: unknown
}

/** Takes a chunk of the log while it is read through. */
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
     * The newest snapshot of this version and every event after it; without a version, the log with no snapshot. Sets
     * rows aside that do not belong to the sequence, and fills gaps with stand-ins, so that a log that has lost rows
     * opens. Other tabs then find their log erased and open it again.
     */
    readonly open: (version: number | null) => Effect.Effect<OpenedStore, StoreError>
    /**
     * Reads the tail after `cursor`, plans, and adds, all in one transaction. Sequence numbers of the plan must
     * continue the log without a gap, else the append fails and nothing is added. Returns once durable. An event
     * that records damage settles what opening has mended.
     */
    readonly append: (cursor: number, plan: AppendPlan, durability: Durability) => Effect.Effect<void, StoreError>
    /**
     * Reads the events with `from <= seq <= to` in order, whether in the hot tail or in sealed segments, and hands them on
     * in chunks: memory holds one chunk, however long the log. What is appended meanwhile is left out.
     */
    readonly scan: <E, R>(from: number, to: number, take: TakeChunk<E, R>) => Effect.Effect<void, StoreError | E, R>
    /** The first and the last sequence number in the log; an empty log ends where it begins, at the base: `last` is `first - 1`. */
    readonly bounds: Effect.Effect<{ readonly first: number; readonly last: number }, StoreError>
    /** What the log begins with instead of its first events. */
    readonly base: Effect.Effect<Base | null, StoreError>
    /**
     * Forgets the events up to `keep.seq`, history from the front alone, and begins with `keep` instead. The newest event
     * always stays.
     */
    readonly prune: (keep: Base) => Effect.Effect<void, StoreError>
    /**
     * Keeps events that cannot be read aside and puts their stand-ins in their place; drops snapshots of no use. Returns
     * the sequence numbers that were not set aside before.
     */
    readonly setAside: (standIns: StandIns) => Effect.Effect<readonly number[], StoreError>
    /**
     * Puts events that were set aside back in the place of their stand-ins, because this release can read them. Snapshots
     * know nothing of them and go; other tabs find their log erased and open again.
     */
    readonly putBack: (events: readonly StoredEvent[]) => Effect.Effect<void, StoreError>
    /** What was set aside, oldest first. */
    readonly aside: Effect.Effect<readonly Aside[], StoreError>
    /** Keeps the snapshot if it is newer than the kept one, and seals full segments of history before it. */
    readonly saveSnapshot: (snapshot: Snapshot) => Effect.Effect<void, StoreError>
    /** Calls back when another tab may have added events; returns how to stop. A hint only, never the truth. */
    readonly onForeignAppend: (wake: () => void) => Effect.Effect<() => void>
    /**
     * Begins a new log (account deletion): plans as `append` does, then erases every event, segment and snapshot and
     * keeps what the plan returned, numbered from 1, all in one transaction. Other tabs find their log closed and open
     * again.
     */
    readonly rewrite: (cursor: number, plan: AppendPlan) => Effect.Effect<void, StoreError>
    /** Begins a new log with these events whatever the old one is like, also when it cannot be opened any more. */
    readonly renew: (events: readonly StoredEvent[]) => Effect.Effect<void, StoreError>
  }
>()("sightline/EventStore") {}
