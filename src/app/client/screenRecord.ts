import type { ScreenEnd, ScreenEvent } from "../../domain/features/deviceSession/screens.ts"
import type { ViewerNews, ViewerSettings } from "./handle.ts"

/** Records when a screen was open, and why it closed (SCREEN-8): one event for each, from the news of a viewer. */

export interface ScreenRecord {
  readonly news: (news: ViewerNews) => void
  readonly set: (settings: ViewerSettings) => void
  /** The person has left the screen. */
  readonly stop: () => void
}

const isViewOnly = ({ keys, pointer }: ViewerSettings): boolean => !keys && !pointer

export const createScreenRecord = (
  settings: ViewerSettings,
  /** The device that is shown; null while there is none. */
  shown: () => string | null,
  /** Any clock that only goes forward, ms. */
  now: () => number,
  record: (event: ScreenEvent) => void,
): ScreenRecord => {
  let viewOnly = isViewOnly(settings)
  let open: { readonly id: string; readonly since: number } | null = null
  const end = (why: ScreenEnd): void => {
    if (open === null) return
    record({ type: "ScreenClosed", payload: { id: open.id, why, ms: Math.round(now() - open.since) } })
    open = null
  }
  return {
    news: (news) => {
      const id = shown()
      if (news.type === "picture" && open === null && id !== null) {
        open = { id, since: now() }
        record({ type: "ScreenOpened", payload: { id, viewOnly } })
      } else if (news.type === "closed") end("lost")
      else if (news.type === "ended" && open !== null) end(news.reason)
      else if (news.type === "ended" && id !== null)
        record({ type: "ScreenClosed", payload: { id, why: news.reason, ms: 0 } })
    },
    set: (next) => {
      const isNews = viewOnly !== isViewOnly(next)
      viewOnly = isViewOnly(next)
      if (isNews && open !== null) record({ type: "ScreenControlChanged", payload: { id: open.id, viewOnly } })
    },
    stop: () => end("left"),
  }
}
