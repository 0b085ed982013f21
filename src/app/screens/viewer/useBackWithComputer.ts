import { useEffect, useEffectEvent } from "react"
import type { ViewerNews } from "../../client/handle.ts"
import type { ViewerStage } from "./useViewer.ts"

/** Ends that our guard caused. The next picture would be no better. */
const GUARDED: readonly ViewerStage["ended"][] = ["screenTooLarge", "clipboardTooLong", "junk"]

/** True when the picture returns together with the computer that the device misses. */
export const isAwaited = ({ ended, isAway }: Pick<ViewerStage, "ended" | "isAway">): boolean =>
  ended !== null && isAway && !GUARDED.includes(ended)

/** The most stalls in a row. Each takes as long as it takes to detect the stall. */
const STALLS_IN_A_ROW_MAX = 8

/**
 * Follows the news of the screen, and calls `retry` when it should request an ended picture again. The end of a stream
 * and the news of its computer arrive by two connections of the device, and so in any order.
 */
export const createReturns = (retry: () => void): ((news: ViewerNews) => void) => {
  /** True when the stream of this connection has ended, and no other was requested. */
  let isOver = false
  /** The condition for another stream once this one has ended. */
  let due: "never" | "onReturn" | "now" = "never"
  let stalls = 0
  return (news) => {
    if (news.type === "opened") {
      isOver = false
      due = "never"
    } else if (news.type === "host") {
      if (!news.awake) due = "onReturn"
      else if (due === "onReturn") due = "now"
    } else if (news.type === "picture") {
      stalls = 0
      if (due === "now") due = "never"
    } else if (news.type === "ended") {
      isOver = !GUARDED.includes(news.reason)
      stalls += news.reason === "stalled" ? 1 : 0
      if (news.reason === "stalled" && stalls <= STALLS_IN_A_ROW_MAX) due = "now"
    }
    if (!isOver || due !== "now") return
    isOver = false
    retry()
  }
}

/** Requests the picture again when its computer is back (AGENT-3), and after a stall (SCREEN-3). */
export const useBackWithComputer = ({ listen }: Pick<ViewerStage, "listen">, retry: () => void): void => {
  const again = useEffectEvent(retry)
  useEffect(() => listen(createReturns(() => again())), [listen])
}
