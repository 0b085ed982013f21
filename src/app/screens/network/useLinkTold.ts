import { useCallback } from "react"
import type { State } from "../../../domain/product/state.ts"
import { nativeSideToldAt } from "../../../domain/views/lan.ts"
import { useDeployment, useView } from "../../client/client.ts"

/** Whether the native side has reported its link, or none is expected. */
export const useLinkTold = (): boolean => {
  const hasOwn = useDeployment().bridgeUrl !== null
  return useView(useCallback((state: State) => nativeSideToldAt(state, hasOwn) !== null, [hasOwn])) ?? false
}
