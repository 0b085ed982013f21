import { useEffect, useState } from "react"
import { WHOLE_MAX } from "../../ui/windowed.ts"

/** Cards that join the page with one picture: a hundred at once would be one long task of the browser. */
const PORTION = 24

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
