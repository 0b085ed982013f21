import { useVirtualizer } from "@tanstack/react-virtual"
import { type RefObject, useLayoutEffect, useState } from "react"

/** A card and the gap below it, px; as in cards.css. */
export const CARD_PITCH_PX = 148
/** Rows kept ready above and below what is in sight. */
const SPARE_ROWS = 2
/** Up to so many cards are all in the page: what searches it, or reads it aloud, finds each of them. */
const WHOLE_MAX = 100

interface Rows {
  readonly columns: number
  /** Rows in the page: from `first` up to but without `last`. */
  readonly first: number
  readonly last: number
}

const columnsOf = (list: Element | null): number =>
  list === null ? 1 : Math.max(1, getComputedStyle(list).gridTemplateColumns.split(" ").length)

/** In how many columns the style sheet lays the cards out; it depends on the width of the frame. */
const useColumns = (frame: RefObject<HTMLElement | null>, list: RefObject<HTMLElement | null>): number => {
  const [columns, setColumns] = useState(1)
  useLayoutEffect(() => {
    const element = frame.current
    if (element === null) return
    const look = () => setColumns(columnsOf(list.current))
    look()
    const observer = new ResizeObserver(look)
    observer.observe(element)
    return () => observer.disconnect()
  }, [frame, list])
  return columns
}

/** Which rows of a list of `count` cards are in the page, and in how many columns. */
export const useRows = (
  frame: RefObject<HTMLElement | null>,
  list: RefObject<HTMLElement | null>,
  count: number,
): Rows => {
  const columns = useColumns(frame, list)
  const rows = useVirtualizer({
    count: Math.ceil(count / columns),
    getScrollElement: () => frame.current,
    estimateSize: () => CARD_PITCH_PX,
    overscan: count > WHOLE_MAX ? SPARE_ROWS : count,
    useFlushSync: false,
  }).getVirtualItems()
  return { columns, first: rows[0]?.index ?? 0, last: (rows.at(-1)?.index ?? -1) + 1 }
}
