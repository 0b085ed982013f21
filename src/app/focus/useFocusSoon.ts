import { type RefObject, useEffect, useRef } from "react"
import { CONTENT_ID } from "./usePage.ts"

/**
 * True when the focus is nowhere, or on the content, which gets it when the controls of the page before are removed.
 */
const isFree = (): boolean => {
  const focused = document.activeElement
  return focused === null || focused === document.body || focused.id === CONTENT_ID
}

/**
 * Focuses the first field of a page once the page is painted. Earlier the browser would have to lay out the page first,
 * in the same task as React's own work, and a slow phone would not respond meanwhile.
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
