import { type ComponentType, lazy, Suspense, useEffect } from "react"
import { followVisibility } from "../focus/hiddenPage.ts"
import { keepFocus } from "../focus/keepFocus.ts"
import { tidyAnnouncer } from "../focus/tidyAnnouncer.ts"
import { CONTENT_ID } from "../focus/usePage.ts"
import { overlaysAhead } from "../loading/inTurn.ts"

/** Should its code not come, the page works all the same, by pointer and Tab. */
const CommandCentre = lazy<ComponentType>(() =>
  overlaysAhead()
    .then(() => import("./CommandCentre.tsx"))
    .then(
      (module) => ({ default: module.CommandCentre }),
      () => ({ default: () => null }),
    ),
)

/** Keys and palette come after the first screen; the focus is kept from the start. */
export const CommandCentreLater = () => {
  useEffect(() => {
    const stops = [followVisibility(), tidyAnnouncer(), keepFocus(() => document.getElementById(CONTENT_ID))]
    return () => {
      for (const stop of stops) stop()
    }
  }, [])
  return (
    <Suspense fallback={null}>
      <CommandCentre />
    </Suspense>
  )
}
