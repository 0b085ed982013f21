import type { AccountKey } from "../values/identity.ts"
import type { Intent } from "../wire/intent.ts"
import type { RefusedReason, WaitReason } from "./events.ts"

/** `held` is no status of its own: it is a queued or waiting action whose account is not signed in. */
export type ActionStatus =
  | { readonly state: "queued" }
  | { readonly state: "sending"; readonly epoch: number; readonly claimedAt: number }
  | { readonly state: "waiting"; readonly until: number; readonly reason: WaitReason; readonly since: number }
  | { readonly state: "confirmed"; readonly at: number; readonly by: "reply" | "read" | "person" }
  | { readonly state: "refused"; readonly at: number; readonly reason: RefusedReason }
  | { readonly state: "unconfirmed"; readonly at: number; readonly reason: WaitReason; readonly claimedAt: number }
  | { readonly state: "expired"; readonly at: number }
  | { readonly state: "cancelled"; readonly at: number }
  | { readonly state: "superseded"; readonly at: number; readonly by: string }

export interface Action {
  readonly id: string
  readonly account: AccountKey
  readonly intent: Intent
  readonly subject: string
  readonly before: string | null
  /** S 4 code that was shown when a change of state was asked for; logs of earlier releases do not tell. */
  readonly from?: number
  /** When the person asked, ms, and in which tab. */
  readonly at: number
  readonly tab: string
  readonly expiresAt: number | null
  /** Claims made so far. */
  readonly attempts: number
  /** When it was last claimed, ms; 0 before the first. */
  readonly claimedAt: number
  /** Some attempt may have reached the server without our knowing. */
  readonly ambiguous: boolean
  /** Taken off the panel, and kept only until its value has been read back. */
  readonly dismissed: boolean
  readonly status: ActionStatus
}

/**
 * A target that some attempt may still reach: the network can deliver a lost request long after a newer value. `lostAt`
 * is the number of the event that told of the last lost one. `action` is the last confirmed one, which a read begun
 * after the end of that attempt must show.
 */
export interface UnsettledTarget {
  readonly account: AccountKey
  readonly target: string
  readonly lostAt: number
  readonly action: string | null
}

export interface OutboxState {
  readonly epoch: number
  readonly leader: string | null
  /** In the order of intents. */
  readonly actions: ReadonlyMap<string, Action>
  /** By account and target. */
  readonly unsettled: ReadonlyMap<string, UnsettledTarget>
  /** After -100 the whole account waits until then (ms); `times` in a row. */
  readonly slow: ReadonlyMap<AccountKey, { readonly until: number; readonly times: number }>
}

export const initialOutbox: OutboxState = {
  epoch: 0,
  leader: null,
  actions: new Map(),
  unsettled: new Map(),
  slow: new Map(),
}

export const unsettledKey = (account: AccountKey, target: string): string => `${account} ${target}`

/** Not on its way and not settled: it can still be cancelled or sent. */
export const isUnsent = (action: Action): boolean =>
  action.status.state === "queued" || action.status.state === "waiting"

/** Still to be delivered: unsent or on its way. */
export const isOpen = (action: Action): boolean => isUnsent(action) || action.status.state === "sending"

/** Nothing more will happen to it by itself and nobody need decide. */
export const isSettled = (action: Action): boolean => !isOpen(action) && action.status.state !== "unconfirmed"

/** Whether one intent came after another: actions are kept in the order of intents. */
export const isLater = (actions: OutboxState["actions"], id: string, than: string): boolean => {
  for (const known of actions.keys()) {
    if (known === than) return id !== than
    if (known === id) return false
  }
  return false
}
