import type { Intent } from "../actions/table.ts"
import type { AccountKey } from "../values/identity.ts"
import type { Away, RefusedReason, WaitReason } from "./events.ts"

/**
 * `seq` is the event that recorded the status. `held` is no status of its own: it is a queued or waiting action whose
 * account is not signed in.
 */
export type ActionStatus =
  | { readonly state: "queued" }
  | { readonly state: "sending"; readonly epoch: number; readonly claimedAt: number }
  | {
      readonly state: "waiting"
      readonly until: number
      readonly reason: WaitReason
      readonly since: number
      readonly seq: number
      /** Of a server that was reached, and answered with an HTTP error. */
      readonly httpStatus?: number
    }
  | {
      readonly state: "confirmed"
      readonly at: number
      readonly by: "reply" | "read" | "person" | "absence"
      readonly away?: Away
    }
  | { readonly state: "refused"; readonly at: number; readonly reason: RefusedReason }
  | { readonly state: "unconfirmed"; readonly at: number; readonly reason: WaitReason; readonly seq: number }
  | { readonly state: "expired"; readonly at: number }
  | { readonly state: "cancelled"; readonly at: number }
  | { readonly state: "superseded"; readonly at: number; readonly by: string }

export interface Action {
  readonly id: string
  /** The number of the event that queued it: actions are kept in the order of intents. */
  readonly order: number
  readonly account: AccountKey
  readonly intent: Intent
  readonly subject: string
  readonly before: string | null
  /** Status code that was shown when a change of state was asked for; logs of earlier releases do not tell. */
  readonly from?: number
  /** The batch that asked for it, and for which device. */
  readonly batch?: { readonly id: string; readonly did: string }
  /** When the person asked, ms, and in which tab. */
  readonly at: number
  readonly tab: string
  readonly expiresAt: number | null
  /** Claims made so far. */
  readonly attempts: number
  /** When it was last claimed, ms, and by which event; 0 before the first. */
  readonly claimedAt: number
  readonly claimedSeq: number
  /** Some attempt may have reached the server without our knowing. */
  readonly ambiguous: boolean
  /** Some attempt before the last one may have. */
  readonly ambiguousBefore: boolean
  /** Taken off the panel, and kept only until its value has been read back. */
  readonly dismissed: boolean
  /** The value that another client has set since the action was queued, and the event that recorded it. */
  readonly contest?: { readonly theirs: Intent; readonly seq: number }
  readonly status: ActionStatus
}

/** What it has surely replaced: the value was on the server before the last attempt went out. */
export const replacedBy = ({ contest, claimedSeq, status }: Action): Intent | null =>
  contest !== undefined && status.state === "confirmed" && claimedSeq > contest.seq ? contest.theirs : null

/** Not on its way and not settled: it can still be cancelled or sent. */
export const isUnsent = (action: Action): boolean =>
  action.status.state === "queued" || action.status.state === "waiting"

/** Still to be delivered: unsent or on its way. */
export const isOpen = (action: Action): boolean => isUnsent(action) || action.status.state === "sending"

/** Nothing more will happen to it automatically, and the person has nothing to decide. */
export const isSettled = (action: Action): boolean => !isOpen(action) && action.status.state !== "unconfirmed"
