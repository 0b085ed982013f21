import { useEffect, useEffectEvent, useRef } from "react"
import type { ViewerStage } from "./useViewer.ts"

/** Our guard ended these: the next picture would be no better. */
const GUARDED: readonly ViewerStage["ended"][] = ["screenTooLarge", "clipboardTooLong", "junk"]

/** A picture that ended as its computer went away is asked for again when the computer is back (AGENT-3). */
export const useBackWithComputer = (
  { ended, isAsleep }: Pick<ViewerStage, "ended" | "isAsleep">,
  retry: () => void,
): void => {
  const wasAway = useRef(false)
  const again = useEffectEvent(retry)
  useEffect(() => {
    const isBack = wasAway.current && !isAsleep
    wasAway.current = ended !== null && isAsleep
    if (isBack && ended !== null && !GUARDED.includes(ended)) again()
  }, [ended, isAsleep])
}
