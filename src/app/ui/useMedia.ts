import { useSyncExternalStore } from "react"

const mediaHook = (query: string) => {
  // One list for all who look: each render asks it again.
  let made: MediaQueryList | undefined
  const list = () => {
    made ??= matchMedia(query)
    return made
  }
  const subscribe = (changed: () => void) => {
    list().addEventListener("change", changed)
    return () => list().removeEventListener("change", changed)
  }
  return (): boolean => useSyncExternalStore(subscribe, () => list().matches)
}

/** Whether the page is a phone's. Same width as in phone.css. */
export const useNarrow = mediaHook("(max-width: 639px)")

/** Whether there is hardly room for one list below another: on phones, in low windows, and in usual ones at 200 %. */
export const useTight = mediaHook("(max-width: 639px), (max-height: 519px)")

/** Whether the sidebar is whole and the sheet stands beside the content. Same width as in rail.css. */
export const useWide = mediaHook("(min-width: 1100px)")
