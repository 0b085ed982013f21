import { useSyncExternalStore } from "react"

/** What the command centre shows over the page: opened by keys and by controls of any screen. */
export type CentreView = "none" | "palette" | "shortcuts"

let view: CentreView = "none"
const listeners = new Set<() => void>()

export const showCentre = (next: CentreView): void => {
  view = next
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export const useCentre = (): CentreView => useSyncExternalStore(subscribe, () => view)
