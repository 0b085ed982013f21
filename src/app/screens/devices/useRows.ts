import { type RefObject, useLayoutEffect, useState } from "react"

/** A card and the gap below it, px; as in cards.css. */
export const CARD_PITCH_PX = 148
/** Rows kept ready above and below what is in sight. */
const SPARE_ROWS = 3

interface Rows {
  readonly columns: number
  /** Rows in the page: from `first` up to but without `last`. */
  readonly first: number
  readonly last: number
}

const columnsOf = (list: Element | null): number =>
  list === null ? 1 : Math.max(1, getComputedStyle(list).gridTemplateColumns.split(" ").length)

const rowsIn = (frame: HTMLElement, list: HTMLElement | null, count: number): Rows => {
  const columns = columnsOf(list)
  const inSight = Math.ceil(Math.max(frame.clientHeight, CARD_PITCH_PX) / CARD_PITCH_PX) + 1
  const rows = Math.ceil(count / columns)
  const top = Math.min(Math.floor(frame.scrollTop / CARD_PITCH_PX), Math.max(0, rows - inSight))
  return { columns, first: Math.max(0, top - SPARE_ROWS), last: Math.min(rows, top + inSight + SPARE_ROWS) }
}

/** Which rows of a list of `count` cards are in sight, and in how many columns. */
export const useRows = (
  frame: RefObject<HTMLElement | null>,
  list: RefObject<HTMLElement | null>,
  count: number,
): Rows => {
  const [rows, setRows] = useState<Rows>({ columns: 1, first: 0, last: SPARE_ROWS })
  useLayoutEffect(() => {
    const element = frame.current
    if (element === null) return
    const look = () => {
      const next = rowsIn(element, list.current, count)
      setRows((before) =>
        before.columns === next.columns && before.first === next.first && before.last === next.last ? before : next,
      )
    }
    look()
    const observer = new ResizeObserver(look)
    observer.observe(element)
    element.addEventListener("scroll", look, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener("scroll", look)
    }
  }, [frame, list, count])
  return rows
}
