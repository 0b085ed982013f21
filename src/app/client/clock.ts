import { useCallback, useSyncExternalStore } from "react"
import { useClient } from "./provider.ts"

/** How often what is on screen ages, ms; counting down to a moment needs SECOND. */
export const HALF_MINUTE = 30_000
export const SECOND = 1_000

/** The present, ms, moving every `period` ms. */
export const useNow = (period: number = HALF_MINUTE): number => {
  const { clock } = useClient()
  const subscribe = useCallback((listener: () => void) => clock.subscribe(period, listener), [clock, period])
  return useSyncExternalStore(subscribe, () => clock.now(period))
}

/** Seconds are counted within the first minute. */
const FRESH_MS = 60_000

/** The present time for relative times: each second at first, so that all of them show the same. */
export const useNowSince = (moment: number | null): number => {
  const calm = useNow(HALF_MINUTE)
  const fresh = moment !== null && calm - moment < FRESH_MS
  return useNow(fresh ? SECOND : HALF_MINUTE)
}
