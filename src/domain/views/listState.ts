import type { ListName, ListRead } from "../event/listRead.ts"
import { listRead } from "../product/lists.ts"
import type { State } from "../product/state.ts"
import { CLOCK_GAP_TOLERATED_MS, ONLINE_WINDOW_MS } from "../values/limits.ts"
import type { OddItem } from "../wire/items.ts"

/** The state of a list of the account; never empty because a reading failed (DEVICE-2). */
export interface ListState {
  readonly status: "loading" | "list" | "empty" | "failed"
  /** How many it holds. */
  readonly count: number
  /** ms; null when never read. */
  readonly readAt: number | null
  readonly failure: ListRead["failure"]
  /** Null where the failure is no HTTP error. */
  readonly httpStatus: number | null
  /** Items that could not be read: what is shown of them is what was known before, or nothing. */
  readonly unread: number
  /** The first few of them, and what is odd. */
  readonly odd: readonly OddItem[]
  /** Ids that several entries have, the first few; one entry of each is shown. */
  readonly doubled: readonly string[]
  /** Until when the server asked not to be asked, ms; null when it did not. */
  readonly waitsUntil: number | null
  readonly refreshing: boolean
  /** Older than the online window: everything shown is last known. */
  readonly lastKnown: boolean
}

/** Whether a list last read then is too old to tell what is online now, ms; one of a time to come was read before the clock was set back. */
export const isLastKnown = (readAt: number | null, now: number): boolean =>
  readAt !== null && (now - readAt > ONLINE_WINDOW_MS || readAt - now > CLOCK_GAP_TOLERATED_MS)

const NONE: readonly never[] = []

/** Of a list of the account signed in, `count` are to be shown. */
export const listState = (state: State, list: ListName, count: number, now: number): ListState => {
  const account = state.session.current?.account ?? null
  const {
    at,
    failure,
    httpStatus = null,
    requested,
    unread,
    odd = NONE,
    doubled = NONE,
  } = listRead(state, account, list)
  const beforeFirst = failure === null || requested ? "loading" : "failed"
  // A list of which nothing could be read is not an empty one.
  const withoutItems = unread > 0 ? "failed" : "empty"
  return {
    status: count > 0 ? "list" : at === null ? beforeFirst : withoutItems,
    count,
    readAt: at,
    failure,
    httpStatus,
    unread,
    odd,
    doubled,
    waitsUntil: failure === "wait" && account !== null ? (state.outbox.waits.get(account)?.until ?? null) : null,
    refreshing: requested,
    lastKnown: isLastKnown(at, now),
  }
}

/** The bound devices; null when no account is signed in. */
export const deviceList = (state: State, now: number): ListState | null => {
  const account = state.session.current?.account
  const { devices } = state
  if (account === undefined) return null
  return listState(state, "devices", devices.account === account ? devices.bound.size : 0, now)
}
