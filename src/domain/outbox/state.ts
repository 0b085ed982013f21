import { defineSlice } from "../event/feature.ts"
import type { AccountKey } from "../values/identity.ts"
import { PersistentMap } from "../values/persistentMap.ts"
import { Actions } from "./actions.ts"

export { type Action, type ActionStatus, isOpen, isSettled, isUnsent, replacedBy } from "./action.ts"

/**
 * A target that a lost attempt may still reach: the network can deliver its request long after a newer value. `lostAt`
 * is the number of the event that recorded the last loss. `action` is the last confirmed one: a read begun after the
 * end of that attempt must show its value.
 */
interface UnsettledTarget {
  readonly account: AccountKey
  readonly target: string
  readonly lostAt: number
  readonly action: string | null
}

export interface OutboxState {
  readonly epoch: number
  readonly leader: string | null
  /** In the order of intents. */
  readonly actions: Actions
  /** By account and target. */
  readonly unsettled: PersistentMap<UnsettledTarget>
  /** After status -100 the whole account waits until then (ms); `times` counts the replies in a row. */
  readonly slow: ReadonlyMap<AccountKey, { readonly until: number; readonly times: number }>
  /** The wait that a server asked for: its end and its start, ms. */
  readonly waits: ReadonlyMap<AccountKey, { readonly until: number; readonly since: number }>
}

export const initialOutbox: OutboxState = {
  epoch: 0,
  leader: null,
  actions: new Actions(),
  unsettled: new PersistentMap(),
  slow: new Map(),
  waits: new Map(),
}

export const unsettledKey = (account: AccountKey, target: string): string => `${account} ${target}`

/** Its events also change the lists, so `product/acting.ts` folds them. */
export const outbox = defineSlice("outbox", initialOutbox)
