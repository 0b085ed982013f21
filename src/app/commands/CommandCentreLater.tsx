import { useEffect } from "react"
import { followVisibility } from "../focus/hiddenPage.ts"
import { keepFocus } from "../focus/keepFocus.ts"
import { tidyAnnouncer } from "../focus/tidyAnnouncer.ts"
import { CONTENT_ID } from "../focus/usePage.ts"
import { overlay } from "../loading/overlay.ts"

/** Until this code is loaded the page works by pointer and Tab. */
const CommandCentre = overlay(async () => (await import("./CommandCentre.tsx")).CommandCentre)

/** Keys and palette come after the first screen. The page keeps the focus from the start. */
export const CommandCentreLater = () => {
  useEffect(() => {
    const stops = [followVisibility(), tidyAnnouncer(), keepFocus(() => document.getElementById(CONTENT_ID))]
    return () => {
      for (const stop of stops) stop()
    }
  }, [])
  return <CommandCentre />
}
