import { type RefObject, useLayoutEffect, useState } from "react"

/** The inner width of an element, px; 0 until it is measured. */
export const useWidth = (of: RefObject<HTMLElement | null>): number => {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = of.current
    if (element === null) return
    const look = () => setWidth(element.clientWidth)
    look()
    const observer = new ResizeObserver(look)
    observer.observe(element)
    return () => observer.disconnect()
  }, [of])
  return width
}
