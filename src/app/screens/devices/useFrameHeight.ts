import { type RefObject, useLayoutEffect, useState } from "react"

/** DEVICE-3, px. */
const LEAST = 200
const BEFORE_MEASURING = 300
/** Room for the head of a list that fills the window, px. */
const AROUND = 56
/** Height of two rows of cards, px. A lower list is hard to read. */
const COMFORTABLE = 296

/** The heights of the bars above and below the page, px. */
const barsOf = (app: Element | null): { readonly above: number; readonly below: number } => {
  if (app === null) return { above: 0, below: 0 }
  const { paddingBlockStart, paddingBlockEnd } = getComputedStyle(app)
  return { above: Number.parseFloat(paddingBlockStart) || 0, below: Number.parseFloat(paddingBlockEnd) || 0 }
}

/** The height of the banners at the foot of the window, px. */
const footOf = (main: Element | null): number =>
  main?.querySelector(":scope > .banners")?.getBoundingClientRect().height ?? 0

const heightFor = (frame: HTMLElement): number => {
  const { top, bottom } = frame.getBoundingClientRect()
  const { above, below: bar } = barsOf(frame.closest(".app"))
  const below = bar + footOf(frame.closest(".main"))
  const afterList = (frame.closest(".page")?.getBoundingClientRect().bottom ?? bottom) - bottom
  const left = window.innerHeight - (top + window.scrollY) - afterList - below
  const whole = window.innerHeight - above - below - AROUND
  return Math.floor(Math.max(LEAST, left >= COMFORTABLE ? left : whole))
}

/**
 * The maximum height of a list that fits the viewport, px: the room below its head, when two rows fit there.
 * Otherwise, as on phones, it is the height of the window, and the page scrolls to the list first. At least 200, and
 * 300 until measured.
 */
export const useFrameHeight = (frame: RefObject<HTMLElement | null>): number => {
  const [height, setHeight] = useState(BEFORE_MEASURING)
  useLayoutEffect(() => {
    const measure = () => {
      if (frame.current !== null) setHeight(heightFor(frame.current))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    // The body is at least as high as the window, so a part that leaves the page above the list may not resize it.
    const page = frame.current?.closest(".page")
    if (page) observer.observe(page)
    const banners = frame.current?.closest(".main")?.querySelector(":scope > .banners")
    if (banners) observer.observe(banners)
    addEventListener("resize", measure)
    return () => {
      observer.disconnect()
      removeEventListener("resize", measure)
    }
  }, [frame])
  return height
}
