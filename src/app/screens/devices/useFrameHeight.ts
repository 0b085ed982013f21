import { type RefObject, useLayoutEffect, useState } from "react"

/** DEVICE-3, px. */
const LEAST = 200
const BEFORE_MEASURING = 300
/** Below the list: its legend and the space around it, px. */
const BELOW = 72
/** Less than two rows of cards are no list to look at, px. */
const COMFORTABLE = 296

/** What bars above and below the page take from the window, px. */
const barsOf = (page: Element | null): number => {
  if (page === null) return 0
  const { paddingBlockStart, paddingBlockEnd } = getComputedStyle(page)
  return (Number.parseFloat(paddingBlockStart) || 0) + (Number.parseFloat(paddingBlockEnd) || 0)
}

/**
 * How high a list may be to fit the viewport, px: what is left below its head where that is enough for two rows,
 * otherwise the whole window, as on phones, where the page scrolls to it first. At least 200, and 300 until measured.
 */
export const useFrameHeight = (frame: RefObject<HTMLElement | null>): number => {
  const [height, setHeight] = useState(BEFORE_MEASURING)
  useLayoutEffect(() => {
    const measure = () => {
      const element = frame.current
      if (element === null) return
      const top = element.getBoundingClientRect().top + window.scrollY
      const bars = barsOf(element.closest(".app"))
      const left = window.innerHeight - top - BELOW
      const whole = window.innerHeight - bars - BELOW
      setHeight(Math.round(Math.max(LEAST, left >= COMFORTABLE ? left : whole)))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    addEventListener("resize", measure)
    return () => {
      observer.disconnect()
      removeEventListener("resize", measure)
    }
  }, [frame])
  return height
}
