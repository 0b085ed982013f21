import { useEffect, useEffectEvent } from "react"
import type { FlowStage } from "../../domain/features/flows/machines.ts"

/** Calls once, when a flow has come to its end. */
export const useOnDone = (stage: FlowStage["stage"], onDone: () => void): void => {
  const finish = useEffectEvent(onDone)
  useEffect(() => {
    if (stage === "done") finish()
  }, [stage])
}
