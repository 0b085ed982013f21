import { type RefObject, useLayoutEffect, useRef } from "react"

/**
 * Tells the style sheets how much room banners take at the foot of the window (`--foot`, px), so that what floats
 * there moves up. The height of a banner depends on its language and on the window. It is told before the picture in
 * which the banner is first seen.
 */
export const useFoot = (): RefObject<HTMLDivElement | null> => {
  const banners = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = banners.current
    if (element === null) return
    const { style } = document.documentElement
    const tell = () => style.setProperty("--foot", `${element.offsetHeight}px`)
    tell()
    const watch = new ResizeObserver(tell)
    watch.observe(element)
    return () => {
      watch.disconnect()
      style.removeProperty("--foot")
    }
  }, [])
  return banners
}
