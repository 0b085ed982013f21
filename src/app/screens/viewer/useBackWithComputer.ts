import { useEffect, useEffectEvent } from "react"
import type { ViewerNews } from "../../client/handle.ts"
import type { ViewerStage } from "./useViewer.ts"

/** Our guard ended these: the next picture would be no better. */
const GUARDED: readonly ViewerStage["ended"][] = ["screenTooLarge", "clipboardTooLong", "junk"]

/** True when the picture returns together with the computer that the device misses. */
export const isAwaited = ({ ended, isAway }: Pick<ViewerStage, "ended" | "isAway">): boolean =>
  ended !== null && isAway && !GUARDED.includes(ended)

/** Each takes as long as it takes to see that it stalls. */
const STALLS_IN_A_ROW_MAX = 8

/**
 * Takes the news of the screen, and calls when a picture that is over is to be asked for again. The end of a stream and the news of its
 * computer come by two connections of the device, and so in any order.
 */
export const createReturns = (retry: () => void): ((news: ViewerNews) => void) => {
  /** The stream of this connection is over, and no other has been asked for. */
  let isOver = false
  /** When another stream is due once this one is over. */
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

/** A picture is asked for again when its computer is back (AGENT-3), and where it has stalled (SCREEN-3). */
export const useBackWithComputer = ({ listen }: Pick<ViewerStage, "listen">, retry: () => void): void => {
  const again = useEffectEvent(retry)
  useEffect(() => listen(createReturns(() => again())), [listen])
}
