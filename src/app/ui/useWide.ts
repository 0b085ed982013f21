import { useSyncExternalStore } from "react"

/** From here on the sidebar is whole and the sheet stands beside the content. Same width as in rail.css. */
const query = "(min-width: 1100px)"

const subscribe = (changed: () => void) => {
  const list = matchMedia(query)
  list.addEventListener("change", changed)
  return () => list.removeEventListener("change", changed)
}

/** Whether the window is wide enough for three columns. */
export const useWide = (): boolean => useSyncExternalStore(subscribe, () => matchMedia(query).matches)
