import type { ListName, ListRead } from "../event/listRead.ts"
import { listRead } from "../product/lists.ts"
import type { State } from "../product/state.ts"
import { CLOCK_GAP_TOLERATED_MS, LIST_MAX_ENTRIES, ONLINE_WINDOW_MS } from "../values/limits.ts"
import type { OddItem } from "../wire/items.ts"

/** The state of a list of the account. A failed reading never empties it (DEVICE-2). */
export interface ListState {
  readonly status: "loading" | "list" | "empty" | "failed"
  /** Number of shown items. */
  readonly count: number
  /** ms; null when never read. */
  readonly readAt: number | null
  readonly failure: ListRead["failure"]
  /** The HTTP error of the failure; null when it was none. */
  readonly httpStatus: number | null
  /** Number of items that were left out. The screens show their earlier values, or nothing. */
  readonly unread: number
  /** True when items were left out because the list is as long as a list may be. */
  readonly isFull: boolean
  /** The first few of them, each with its odd field. */
  readonly odd: readonly OddItem[]
  /** The first few ids that several entries share. The screens show one entry of each. */
  readonly doubled: readonly string[]
  /** The end of the wait that the server asked for, ms; null when there is none. */
  readonly waitsUntil: number | null
  readonly refreshing: boolean
  /** Older than the online window: all shown data is last known. */
  readonly lastKnown: boolean
}

/**
 * True when a list read at `readAt` (ms) is too old to show who is online now. A time in the future comes from before
 * the clock was set back.
 */
export const isLastKnown = (readAt: number | null, now: number): boolean =>
  readAt !== null && (now - readAt > ONLINE_WINDOW_MS || readAt - now > CLOCK_GAP_TOLERATED_MS)

const NONE: readonly never[] = []

/** The state of a list of the signed-in account, of which `count` items are shown. */
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
  // A list without readable items is not an empty list.
  const withoutItems = unread > 0 ? "failed" : "empty"
  return {
    status: count > 0 ? "list" : at === null ? beforeFirst : withoutItems,
    count,
    readAt: at,
    failure,
    httpStatus,
    unread,
    isFull: unread > 0 && count >= LIST_MAX_ENTRIES,
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
