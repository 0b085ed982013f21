import type { State } from "../product/state.ts"

/** What is known of the native side, and since when. */

/** How long a native side that has just connected may take to report devices, ms. */
const TELLS_WITHIN_MS = 2_000

/**
 * When the native side has reported its state, and what it sees, ms; null while that is open. Where the deployment runs one
 * (`hasOwn`), that there is none was not said by anyone yet.
 */
export const bridgeReportedAt = ({ bridge: { link, since } }: State, hasOwn: boolean): number | null =>
  link.state === "connected" ? since + TELLS_WITHIN_MS : link.state !== "none" || !hasOwn ? 0 : null

/**
 * Whether the devices of this network can be shown with the rest of a page that opened at `openedAt`, ms: the native
 * side has reported some, or none is expected to.
 */
export const isNetworkKnown = (state: State, hasOwn: boolean, openedAt: number): boolean => {
  if (state.lan.devices.size > 0) return true
  const reportedAt = bridgeReportedAt(state, hasOwn)
  return reportedAt !== null && reportedAt <= openedAt
}
