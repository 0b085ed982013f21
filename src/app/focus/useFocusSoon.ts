import { type RefObject, useEffect, useRef } from "react"

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
        if (document.activeElement === document.body) field.current?.focus({ preventScroll: true })
      })
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [])
  return field
}
