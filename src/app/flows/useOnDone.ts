import { useEffect, useEffectEvent } from "react"
import type { FlowStage } from "../../domain/features/flows/machines.ts"

/** Calls `onDone` once, when a flow has ended. */
export const useOnDone = (stage: FlowStage["stage"], onDone: () => void): void => {
  const finish = useEffectEvent(onDone)
  useEffect(() => {
    if (stage === "done") finish()
  }, [stage])
}
