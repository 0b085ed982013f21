import { useCallback, useState } from "react"
import type { State } from "../../../domain/product/state.ts"
import { bridgeReportedAt, isNetworkKnown } from "../../../domain/views/nativeSide.ts"
import { useDeployment, useView, useViewOf } from "../../client/client.ts"
import { HALF_MINUTE, SECOND, useNow } from "../../client/clock.ts"

/**
 * True once the native side has reported, or its time to report is over. A note of its absence before that would soon
 * disappear, and move the page twice. Reads the clock only until that moment.
 */
export const useBridgeReported = (): boolean => {
  const hasOwn = useDeployment().bridgeUrl !== null
  const moment = useViewOf(bridgeReportedAt, hasOwn) ?? null
  const [reached, setReached] = useState<number | null>(null)
  const now = useNow(moment === reached ? HALF_MINUTE : SECOND)
  const isReached = moment !== null && (moment === reached || now >= moment)
  if (isReached && moment !== reached) setReached(moment)
  return isReached
}

/** True when the devices of this network are known, or none are expected. */
export const useNetworkKnown = (): boolean => {
  const hasOwn = useDeployment().bridgeUrl !== null
  const [openedAt] = useState(() => Date.now())
  return useView(useCallback((state: State) => isNetworkKnown(state, hasOwn, openedAt), [hasOwn, openedAt])) ?? false
}
