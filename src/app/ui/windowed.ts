import { useVirtualizer, useWindowVirtualizer, type VirtualItem } from "@tanstack/react-virtual"
import { type RefObject, useLayoutEffect, useState } from "react"
import { usePrinting } from "./useMedia.ts"

/** Rows kept ready above and below the visible part. */
const SPARE_ROWS = 2
/** Up to so many items are all in the page: what searches it, or reads it aloud, finds each of them. */
export const WHOLE_MAX = 100

/** Which rows of a long list are in the page, and what room the others take. */
export interface WindowedRows {
  readonly columns: number
  /** Rows in the page: from `first` up to but without `last`. */
  readonly first: number
  readonly last: number
  /** Room of the rows above and below, px. */
  readonly before: number
  readonly after: number
  /** The ref of each row where only the page knows how high it is; the row carries its number as `data-index`. */
  readonly measure: (row: Element | null) => void
  /** Scrolls to a row. */
  readonly reveal: (row: number) => void
}

export type ListElementRef = RefObject<HTMLElement | null>

export interface RowSize {
  /** A row and the gap below it, px; where rows are measured, about. */
  readonly pitch: number
  /** The identity of each row's content, so that its measure stays with it when rows move. */
  readonly keys?: readonly string[]
  /** Height of the part that stays above the rows while they scroll, px. */
  readonly head?: number
}

const columnsOf = (list: Element | null): number =>
  list === null ? 1 : Math.max(1, getComputedStyle(list).gridTemplateColumns.split(" ").length)

/** In how many columns the style sheet lays a grid out; it depends on the width of what holds it. */
const useColumns = (list: ListElementRef): number => {
  const [columns, setColumns] = useState(1)
  useLayoutEffect(() => {
    const element = list.current?.parentElement
    if (element === null || element === undefined) return
    // A list that another page hides has no columns; it has the previous ones when it comes back.
    const look = () => {
      if (element.getClientRects().length > 0) setColumns(columnsOf(list.current))
    }
    look()
    const observer = new ResizeObserver(look)
    observer.observe(element)
    return () => observer.disconnect()
  }, [list])
  return columns
}

/** How far below the top of the page a list begins, px. */
const usePositionInPage = (list: ListElementRef): number => {
  const [place, setPlace] = useState(0)
  useLayoutEffect(() => {
    const look = () => {
      if (list.current !== null) setPlace(Math.round(list.current.getBoundingClientRect().top + window.scrollY))
    }
    look()
    const observer = new ResizeObserver(look)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [list])
  return place
}

/** Watches the size of whatever may push a list down in its frame: what is before it, and what holds both. */
const watchAbove = (sizes: ResizeObserver, inside: Element, around: Element): void => {
  sizes.disconnect()
  for (let branch: Element | null = inside; branch !== null && branch !== around; branch = branch.parentElement) {
    if (branch !== inside) sizes.observe(branch)
    for (let before = branch.previousElementSibling; before !== null; before = before.previousElementSibling)
      sizes.observe(before)
  }
}

/**
 * How far below the beginning of what scrolls in a frame a list begins, px. Looked at when what is above it changes,
 * and not after each picture: that made the browser lay the page out once more for each step of scrolling.
 */
export const usePositionInFrame = (frame: ScrollFrame, list: ListElementRef): number => {
  const [place, setPlace] = useState(0)
  useLayoutEffect(() => {
    const [around, inside] = [frame(), list.current]
    if (around === null || inside === null) return
    const look = () =>
      setPlace(Math.round(inside.getBoundingClientRect().top - around.getBoundingClientRect().top + around.scrollTop))
    look()
    const sizes = new ResizeObserver(look)
    const watch = () => watchAbove(sizes, inside, around)
    watch()
    const parts = new MutationObserver(watch)
    parts.observe(around, { childList: true })
    return () => {
      sizes.disconnect()
      parts.disconnect()
    }
  }, [frame, list])
  return place
}

/** Returns the scrolling element; the same function each time. */
export type ScrollFrame = () => HTMLElement | null

/** The used part of the library's rows, which scroll with the page or in a frame. */
interface Rows {
  readonly scrollOffset: number | null
  readonly scrollRect: { readonly height: number } | null
  readonly measurementsCache: readonly VirtualItem[]
  readonly measureElement: WindowedRows["measure"]
  readonly getVirtualItems: () => readonly VirtualItem[]
  readonly getTotalSize: () => number
  readonly scrollToIndex: (row: number) => void
}

/** A row that is visible already needs nothing: even asking how far a list may scroll makes the browser lay the page out. */
const revealIn =
  (rows: Rows, head: number): WindowedRows["reveal"] =>
  (row) => {
    const { scrollOffset, scrollRect, measurementsCache } = rows
    const [item, top, height] = [measurementsCache[row], scrollOffset ?? 0, scrollRect?.height ?? 0]
    const isVisible = item !== undefined && item.start >= top + head && item.end <= top + height
    if (!isVisible) rows.scrollToIndex(row)
  }

const windowOf = (rows: Rows, margin: number, columns: number, head = 0): WindowedRows => {
  const items = rows.getVirtualItems()
  const [first, last] = [items[0], items.at(-1)]
  return {
    columns,
    first: first?.index ?? 0,
    last: (last?.index ?? -1) + 1,
    before: (first?.start ?? margin) - margin,
    after: rows.getTotalSize() + margin - (last?.end ?? margin),
    measure: rows.measureElement,
    reveal: revealIn(rows, head),
  }
}

const unmeasured = (): void => undefined

/** On paper all rows are shown, each as high as it is: to measure them one after the other would take minutes for thousands. */
const printed = (count: number, columns: number): WindowedRows => ({
  columns,
  first: 0,
  last: Math.ceil(count / columns),
  before: 0,
  after: 0,
  measure: unmeasured,
  reveal: unmeasured,
})

/** Options of the library for rows, wherever they scroll. */
const optionsOf = (count: number, columns: number, scrollMargin: number, { pitch, keys }: RowSize) => ({
  count: Math.ceil(count / columns),
  estimateSize: () => pitch,
  overscan: count > WHOLE_MAX ? SPARE_ROWS : count,
  scrollMargin,
  useFlushSync: false,
  ...(keys !== undefined && { getItemKey: (index: number) => keys[index] ?? index }),
})

/** Rows of a list or grid that scrolls inside a frame. Who has several columns keeps the place when their number changes. */
export const useFrameRows = (frame: ScrollFrame, list: ListElementRef, count: number, size: RowSize): WindowedRows => {
  const { head = 0 } = size
  const columns = useColumns(list)
  const scrollMargin = usePositionInFrame(frame, list)
  const isPrinting = usePrinting()
  const rows = useVirtualizer({
    ...optionsOf(count, columns, scrollMargin, size),
    getScrollElement: frame,
    scrollPaddingStart: head,
  })
  return isPrinting ? printed(count, columns) : windowOf(rows, scrollMargin, columns, head)
}

/** Rows of a list or grid that scrolls with the page. */
export const usePageRows = (list: ListElementRef, count: number, size: RowSize): WindowedRows => {
  const columns = useColumns(list)
  const scrollMargin = usePositionInPage(list)
  /* Known from the start, so that the first rows are rendered in slices with their list, and not in one piece after it. */
  const [initialRect] = useState(() => ({ width: window.innerWidth, height: window.innerHeight }))
  const isPrinting = usePrinting()
  const rows = useWindowVirtualizer({ ...optionsOf(count, columns, scrollMargin, size), initialRect })
  return isPrinting ? printed(count, columns) : windowOf(rows, scrollMargin, columns)
}
