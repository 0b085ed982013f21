import { RETRY_BASE_MS, RETRY_CAP_MS, TOO_OFTEN_BASE_MS, TOO_OFTEN_CAP_MS } from "../values/limits.ts"
import type { Action, OutboxState } from "./state.ts"

/** Waits before the next attempt. */

/** Full jitter: anything from 0 to the cap of this attempt, ms. */
export const retryWait = (attempts: number, jitter: number): number =>
  Math.floor(jitter * Math.min(RETRY_CAP_MS, RETRY_BASE_MS * 2 ** Math.min(attempts, 16)))

/** After status -100: at least half of the cap, because the server has asked for a pause, ms. */
export const tooOftenWait = (outbox: OutboxState, action: Action, jitter: number): number => {
  const times = outbox.slow.get(action.account)?.times ?? 0
  const cap = Math.min(TOO_OFTEN_CAP_MS, TOO_OFTEN_BASE_MS * 2 ** Math.min(times, 16))
  return Math.floor((cap * (1 + jitter)) / 2)
}
