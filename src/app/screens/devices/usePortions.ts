import { useEffect, useState } from "react"
import { WHOLE_MAX } from "../../ui/windowed.ts"

/** Cards that join the page with one picture: more at once are a task in which a slow phone does not answer. */
const PORTION = 6

/** What of a list is drawn by now. Of one that is longer than a page holds only what is in sight is drawn anyway. */
export const usePortions = (ids: readonly string[]): readonly string[] => {
  const [most, setMost] = useState(PORTION)
  const isWhole = ids.length <= most || ids.length > WHOLE_MAX
  useEffect(() => {
    if (isWhole) return
    const frame = requestAnimationFrame(() => setMost(most + PORTION))
    return () => cancelAnimationFrame(frame)
  }, [isWhole, most])
  return isWhole ? ids : ids.slice(0, most)
}
