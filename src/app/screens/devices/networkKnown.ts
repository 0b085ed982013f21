import { useCallback, useState } from "react"
import type { State } from "../../../domain/product/state.ts"
import { bridgeReportedAt, isNetworkKnown } from "../../../domain/views/nativeSide.ts"
import { useDeployment, useView, useViewOf } from "../../client/client.ts"
import { HALF_MINUTE, SECOND, useNow } from "../../client/clock.ts"

/**
 * Whether it is known what the native side sees: what is said of its absence before would have to be taken back, and would
 * move the page twice. The time is looked at until that moment has come, and no longer.
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

/** Whether the devices of this network can be shown with the rest of the page, or none are expected. */
export const useNetworkKnown = (): boolean => {
  const hasOwn = useDeployment().bridgeUrl !== null
  const [openedAt] = useState(() => Date.now())
  return useView(useCallback((state: State) => isNetworkKnown(state, hasOwn, openedAt), [hasOwn, openedAt])) ?? false
}
