import { useLayoutEffect, useState } from "react"
import { usePrinting } from "./useMedia.ts"
import { type ListElementRef, type ScrollFrame, usePositionInFrame, WHOLE_MAX, type WindowedRows } from "./windowed.ts"

/** Spare rows above and below the visible part. */
const SPARE_ROWS = 2
/** The most rows on paper, from the present scroll position: a log has a million. */
export const PRINTED_MAX = 10_000
/** The greatest height of a laid out list, px. Browsers have a limit: one at 33 million px, another at 17 million. */
const LAID_OUT_MAX_PX = 16_000_000
/** The tolerance for scroll positions, which browsers round, px. */
const NEAR_PX = 1

/** The visible part of a list, px. */
interface Viewport {
  /** The scroll position of the list, and the height of its frame. */
  readonly scrolled: number
  readonly height: number
}

type Part = Pick<WindowedRows, "first" | "last" | "before" | "after">

/**
 * The distance that rows move for each scrolled px. It is more than one where all rows are higher than a browser can
 * lay out.
 */
const ratioOf = (total: number, { height }: Pick<Viewport, "height">): number =>
  total <= LAID_OUT_MAX_PX ? 1 : (total - height) / (LAID_OUT_MAX_PX - height)

/**
 * The rows in the page when all have the same height. Where they are higher than a browser can lay out, they move
 * faster than the scroll position, so that the ends of the scroll bar are the first and the last row.
 */
export const evenPart = (count: number, pitch: number, viewport: Viewport): Part => {
  const total = count * pitch
  const laidOut = Math.min(total, LAID_OUT_MAX_PX)
  const scrolled = Math.max(0, Math.min(viewport.scrolled, laidOut - viewport.height))
  const top = scrolled * ratioOf(total, viewport)
  /* The offset between the rows and the scroll position. Near the ends of the list the spare rows may not fit. */
  const raised = top - scrolled
  const spare = count > WHOLE_MAX ? SPARE_ROWS : count
  const first = Math.max(0, Math.floor(top / pitch) - spare)
  const last = Math.min(count, Math.ceil((top + viewport.height) / pitch) + spare)
  const before = Math.max(0, first * pitch - raised)
  return { first, last, before, after: Math.max(0, laidOut - before - (last - first) * pitch) }
}

/** The rows on paper, without room for others. */
export const printedPart = (count: number, from: number): Part => {
  const first = count <= PRINTED_MAX ? 0 : Math.min(from, count - PRINTED_MAX)
  return { first, last: Math.min(count, first + PRINTED_MAX), before: 0, after: 0 }
}

/** The scroll position at which a row is visible below `head`; null when it is visible already. */
export const revealed = (
  row: number,
  count: number,
  pitch: number,
  head: number,
  viewport: Viewport,
): number | null => {
  const ratio = ratioOf(count * pitch, viewport)
  const top = viewport.scrolled * ratio
  const place = row * pitch
  if (place < top + head - NEAR_PX) return Math.max(0, place - head) / ratio
  return place + pitch > top + viewport.height + NEAR_PX ? (place + pitch - viewport.height) / ratio : null
}

/**
 * Rows of one height in a list that scrolls inside a frame. Stores nothing for each row, because a log has a million.
 * Where rows move with the scroll position, React renders again only when another row becomes visible.
 */
export const useEvenRows = (
  frame: ScrollFrame,
  list: ListElementRef,
  count: number,
  pitch: number,
): Part & Pick<WindowedRows, "reveal"> => {
  const place = usePositionInFrame(frame, list)
  const [viewport, setViewport] = useState<Viewport>({ scrolled: 0, height: 0 })
  const isWhole = count * pitch <= LAID_OUT_MAX_PX
  useLayoutEffect(() => {
    const box = frame()
    if (box === null) return
    const look = () => {
      const exact = Math.max(0, box.scrollTop - place)
      const scrolled = isWhole ? Math.floor(exact / pitch) * pitch : exact
      const height = box.clientHeight
      setViewport((known) => (known.scrolled === scrolled && known.height === height ? known : { scrolled, height }))
    }
    look()
    box.addEventListener("scroll", look, { passive: true })
    const sizes = new ResizeObserver(look)
    sizes.observe(box)
    return () => {
      box.removeEventListener("scroll", look)
      sizes.disconnect()
    }
  }, [frame, place, pitch, isWhole])
  const reveal = (row: number) => {
    const box = frame()
    if (box === null) return
    const now = { scrolled: Math.max(0, box.scrollTop - place), height: box.clientHeight }
    const scrolled = revealed(row, count, pitch, place, now)
    if (scrolled !== null) box.scrollTop = place + scrolled
  }
  const isPrinting = usePrinting()
  const part = evenPart(count, pitch, viewport)
  return { ...(isPrinting ? printedPart(count, part.first) : part), reveal }
}
