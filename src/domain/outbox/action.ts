import type { Intent } from "../actions/table.ts"
import type { AccountKey } from "../values/identity.ts"
import type { Away, RefusedReason, WaitReason } from "./events.ts"

/**
 * `seq` is the event that recorded the status. `held` is no separate status: a queued or waiting action is held while
 * its account is not signed in.
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
      /** The HTTP error with which a reached server answered. */
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
  /** Status code that was shown when a person asked for a change of state. Logs of earlier releases lack it. */
  readonly from?: number
  /** The batch that asked for it, and the device in that batch. */
  readonly batch?: { readonly id: string; readonly did: string }
  /** The time when the person asked, ms, and the tab. */
  readonly at: number
  readonly tab: string
  readonly expiresAt: number | null
  /** Claims made so far. */
  readonly attempts: number
  /** The last claim: its time, ms, and its event; 0 before the first. */
  readonly claimedAt: number
  readonly claimedSeq: number
  /** True when an attempt may have reached the server although no reply came. */
  readonly ambiguous: boolean
  /** True when that holds for an attempt before the last one. */
  readonly ambiguousBefore: boolean
  /** Removed from the panel, and kept only until its value has been read back. */
  readonly dismissed: boolean
  /** The value that another client has set since the action was queued, and the event that recorded it. */
  readonly contest?: { readonly theirs: Intent; readonly seq: number }
  readonly status: ActionStatus
}

/**
 * The value of another client that the action has surely replaced: it was on the server before the last attempt was
 * sent.
 */
export const replacedBy = ({ contest, claimedSeq, status }: Action): Intent | null =>
  contest !== undefined && status.state === "confirmed" && claimedSeq > contest.seq ? contest.theirs : null

/** Neither on its way nor settled: a person can still cancel it or send it at once. */
export const isUnsent = (action: Action): boolean =>
  action.status.state === "queued" || action.status.state === "waiting"

/** Still to be delivered: unsent or on its way. */
export const isOpen = (action: Action): boolean => isUnsent(action) || action.status.state === "sending"

/** The client does nothing more with it, and the person has nothing to decide. */
export const isSettled = (action: Action): boolean => !isOpen(action) && action.status.state !== "unconfirmed"
