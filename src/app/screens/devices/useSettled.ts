import { useCallback } from "react"
import type { State } from "../../../domain/product/state.ts"
import { isNativeSideTold } from "../../../domain/views/lan.ts"
import { useDeployment, useView } from "../../client/client.ts"
import { SECOND } from "../../client/clock.ts"

/**
 * Whether it is known what the native side sees: what is said of its absence before would have to be taken back, and would
 * move the page twice.
 */
export const useSettled = (): boolean => {
  const hasOwn = useDeployment().bridgeUrl !== null
  return (
    useView(
      useCallback((state: State, now: number) => isNativeSideTold(state, hasOwn, now), [hasOwn]),
      SECOND,
    ) ?? false
  )
}
