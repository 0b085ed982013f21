import { type RefObject, useEffect, useRef } from "react"
import { CONTENT_ID } from "./usePage.ts"

/** The focus is nowhere, or the content has what was left over: when the page before takes its controls away, it gets their focus. */
const isFree = (): boolean => {
  const focused = document.activeElement
  return focused === null || focused === document.body || focused.id === CONTENT_ID
}

/**
 * Gives the first field of a page the focus once the page is painted. Earlier the browser would have to lay it out first,
 * in the same task as React's own work, and a slow phone would answer to nothing meanwhile.
 */
export const useFocusSoon = <Element extends HTMLElement>(): RefObject<Element | null> => {
  const field = useRef<Element>(null)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => {
        if (isFree()) field.current?.focus({ preventScroll: true })
      })
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [])
  return field
}
