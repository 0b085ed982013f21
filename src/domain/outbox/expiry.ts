import { CLOCK_STEP_TOLERATED_MS } from "../values/limits.ts"
import { type Action, isUnsent, type OutboxState } from "./state.ts"

/**
 * Actions too old to be sent (OFFLINE-6). Two more ages are checked elsewhere: a claim that aged in a frozen tab
 * (`client/sending/delivery.ts`), and a batch that waited too long (`features/batches/state.ts`).
 */

/** A time further in the future than a usual clock correction explains: the clock was set back since. */
export const isAhead = (at: number, now: number): boolean => at > now + CLOCK_STEP_TOLERATED_MS

/** Wake and reboot past their time, or accepted in the future (the clock was set back), must not fire. */
export const isExpired = (action: Action, now: number): boolean =>
  action.expiresAt !== null && (now >= action.expiresAt || isAhead(action.at, now))

export const expiredActions = (outbox: OutboxState, now: number): readonly Action[] =>
  outbox.actions.expiring.filter((action) => isUnsent(action) && isExpired(action, now))
