import { type RefObject, useLayoutEffect, useState } from "react"

/** DEVICE-3, px. */
const LEAST = 200
const BEFORE_MEASURING = 300
/** What should be seen with the list when it fills the window: its head, px. */
const AROUND = 56
/** Less than two rows of cards are no list to look at, px. */
const COMFORTABLE = 296

/** What bars above and below the page take from the window, px. */
const barsOf = (app: Element | null): { readonly above: number; readonly below: number } => {
  if (app === null) return { above: 0, below: 0 }
  const { paddingBlockStart, paddingBlockEnd } = getComputedStyle(app)
  return { above: Number.parseFloat(paddingBlockStart) || 0, below: Number.parseFloat(paddingBlockEnd) || 0 }
}

/** What banners take at the foot of the window, px. */
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
 * How high a list may be to fit the viewport, px. That is the room below its head, when two rows fit there.
 * Otherwise, as on phones, it is the whole window, and the page scrolls to the list first. At least 200, and 300
 * until measured.
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
    // The body is as high as the window at least: what goes from above the list may leave its height as it was.
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
