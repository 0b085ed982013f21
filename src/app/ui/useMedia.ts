import { useSyncExternalStore } from "react"

const mediaHook = (query: string) => {
  // One list for all callers, because each render asks it again.
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

let paper: MediaQueryList | undefined
const onPaper = () => {
  paper ??= matchMedia("print")
  return paper
}
let isBeingPrinted = false
const watchPrinting = (changed: () => void) => {
  const list = onPaper()
  const tell = (is: boolean) => () => {
    isBeingPrinted = is
    changed()
  }
  const [before, after] = [tell(true), tell(false)]
  list.addEventListener("change", changed)
  addEventListener("beforeprint", before)
  addEventListener("afterprint", after)
  return () => {
    list.removeEventListener("change", changed)
    removeEventListener("beforeprint", before)
    removeEventListener("afterprint", after)
  }
}

/** True while the page is printed: paper shows all of a list. */
export const usePrinting = (): boolean => useSyncExternalStore(watchPrinting, () => isBeingPrinted || onPaper().matches)

/** True when the page is as narrow as on a phone. Same width as in phone.css. */
export const useNarrow = mediaHook("(max-width: 639px)")

/** True when a finger is the pointer, and the keyboard takes a part of the screen. */
export const useTouch = mediaHook("(pointer: coarse)")

/** True when the sidebar is whole and the sheet is beside the content. Same width as in rail.css. */
export const useWide = mediaHook("(min-width: 1100px)")
