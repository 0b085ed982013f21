import type { State } from "../product/state.ts"

/** The known state of the native side, and since when. */

/** The time within which a newly connected native side reports devices, ms. */
const TELLS_WITHIN_MS = 2_000

/**
 * The time when the native side has reported its state and its devices, ms; null until then. Where the deployment runs
 * a native side (`hasOwn`), the state `none` is not final.
 */
export const bridgeReportedAt = ({ bridge: { link, since } }: State, hasOwn: boolean): number | null =>
  link.state === "connected" ? since + TELLS_WITHIN_MS : link.state !== "none" || !hasOwn ? 0 : null

/**
 * True when the devices of this network can appear with the rest of a page that opened at `openedAt`, ms: the native
 * side has reported some, or will report none.
 */
export const isNetworkKnown = (state: State, hasOwn: boolean, openedAt: number): boolean => {
  if (state.lan.devices.size > 0) return true
  const reportedAt = bridgeReportedAt(state, hasOwn)
  return reportedAt !== null && reportedAt <= openedAt
}
