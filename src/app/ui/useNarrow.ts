import { useSyncExternalStore } from "react"

/** Below this width the page is a phone's. Same as in phone.css. */
const query = "(max-width: 639px)"

const subscribe = (changed: () => void) => {
  const list = matchMedia(query)
  list.addEventListener("change", changed)
  return () => list.removeEventListener("change", changed)
}

export const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => matchMedia(query).matches)
