import { useCallback, useSyncExternalStore } from "react"
import { useClient } from "./provider.ts"

/** How often the ages on screen are updated, ms. A countdown needs SECOND. */
export const HALF_MINUTE = 30_000
export const SECOND = 1_000

/** The present, ms; updated every `period` ms. */
export const useNow = (period: number = HALF_MINUTE): number => {
  const { clock } = useClient()
  const subscribe = useCallback((listener: () => void) => clock.subscribe(period, listener), [clock, period])
  return useSyncExternalStore(subscribe, () => clock.now(period))
}

/** Ages below this one are shown in seconds, ms. */
const FRESH_MS = 60_000

/** The present for relative times. Updated each second while the moment is fresh, so that all of them show the same. */
export const useNowSince = (moment: number | null): number => {
  const calm = useNow(HALF_MINUTE)
  const fresh = moment !== null && calm - moment < FRESH_MS
  return useNow(fresh ? SECOND : HALF_MINUTE)
}
