import { Context, type Effect, Schema } from "effect"
import type { StoredEvent } from "../decider/event.ts"

/**
 * `quota` the disk or the browser's share is full; `blocked` another tab holds an older database open; `closed` the
 * database was taken away (deleted, upgraded by a newer release); `unavailable` this browser gives none; `failed` the
 * rest. After any of them nothing of the attempted append is in the log.
 */
export class StoreError extends Schema.TaggedError<StoreError>()("StoreError", {
  reason: Schema.Literals(["quota", "blocked", "closed", "unavailable", "failed"]),
  detail: Schema.String,
}) {}

/** `strict` waits for the disk: a person's commands and claims, on which a send depends. `relaxed` for observations. */
export type Durability = "strict" | "relaxed"

/** The state after folding all events up to `seq`; `state` must survive structuredClone. `version` names its shape. */
export interface Snapshot {
  readonly seq: number
  readonly version: number
  readonly state: unknown
}

/**
 * Decides inside the transaction: gets the events after the caller's cursor that are already in the log, in order
 * (other tabs wrote them), and returns the events to add. Synchronous, so that the transaction stays open; it may be
 * called again when the store repeats a transaction. If it throws, nothing is added and the append fails.
 */
export type Plan = (tail: readonly StoredEvent[]) => readonly StoredEvent[]

export class EventStore extends Context.Service<
  EventStore,
  {
    /** The newest usable snapshot of this version and every event after it. */
    readonly open: (
      version: number,
    ) => Effect.Effect<{ readonly snapshot: Snapshot | null; readonly tail: readonly StoredEvent[] }, StoreError>
    /**
     * Reads the tail after `cursor`, plans, and adds, all in one transaction. Sequence numbers of the plan must
     * continue the log without a gap, else the append fails and nothing is added. Returns once durable.
     */
    readonly append: (cursor: number, plan: Plan, durability: Durability) => Effect.Effect<void, StoreError>
    /** Events with `from <= seq <= to`, in order, whether in the hot tail or in sealed segments. */
    readonly range: (from: number, to: number) => Effect.Effect<readonly StoredEvent[], StoreError>
    /** The last sequence number in the log, 0 when it is empty. */
    readonly last: Effect.Effect<number, StoreError>
    /** Keeps the snapshot if it is newer than the kept one, and seals full segments of history before it. */
    readonly saveSnapshot: (snapshot: Snapshot) => Effect.Effect<void, StoreError>
    /** Calls back when another tab may have added events; returns how to stop. A hint only, never the truth. */
    readonly onForeignAppend: (wake: () => void) => Effect.Effect<() => void>
    /**
     * Begins a new log (account deletion): plans as `append` does, then erases every event, segment and snapshot and
     * keeps what the plan returned, numbered from 1, all in one transaction. Other tabs find their log closed and open
     * again.
     */
    readonly rewrite: (cursor: number, plan: Plan) => Effect.Effect<void, StoreError>
  }
>()("sightline/EventStore") {}
