import { useCallback } from "react"
import type { State } from "../../domain/product/state.ts"
import { bridgeReportedAt } from "../../domain/views/nativeSide.ts"
import { useDeployment, useView } from "../client/client.ts"

/** True once the native side has reported its link, or when none is expected. */
export const useLinkKnown = (): boolean => {
  const hasOwn = useDeployment().bridgeUrl !== null
  return useView(useCallback((state: State) => bridgeReportedAt(state, hasOwn) !== null, [hasOwn])) ?? false
}
