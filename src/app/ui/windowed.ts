import { useVirtualizer, useWindowVirtualizer, type VirtualItem } from "@tanstack/react-virtual"
import { type RefObject, useLayoutEffect, useState } from "react"
import { usePrinting } from "./useMedia.ts"

/** Spare rows above and below the visible part. */
const SPARE_ROWS = 2
/** Up to this many items are all in the page, so that the browser's search and screen readers find each of them. */
export const WHOLE_MAX = 100

/** The rows of a long list that are in the page, and the room of the others. */
export interface WindowedRows {
  readonly columns: number
  /** Rows in the page: from `first` up to but without `last`. */
  readonly first: number
  readonly last: number
  /** Room of the rows above and below, px. */
  readonly before: number
  readonly after: number
  /** The ref of each row whose height only the page knows. The row carries its number as `data-index`. */
  readonly measure: (row: Element | null) => void
  /** Scrolls to a row. */
  readonly reveal: (row: number) => void
}

export type ListElementRef = RefObject<HTMLElement | null>

export interface RowSize {
  /** The height of a row and the gap below it, px; an estimate where rows are measured. */
  readonly pitch: number
  /** The identity of each row's content, so that its measure stays with it when rows move. */
  readonly keys?: readonly string[]
  /** Height of the part that stays above the rows while they scroll, px. */
  readonly head?: number
}

const columnsOf = (list: Element | null): number =>
  list === null ? 1 : Math.max(1, getComputedStyle(list).gridTemplateColumns.split(" ").length)

/** The number of columns in which the style sheet lays a grid out. It depends on the width of the container. */
const useColumns = (list: ListElementRef): number => {
  const [columns, setColumns] = useState(1)
  useLayoutEffect(() => {
    const element = list.current?.parentElement
    if (element === null || element === undefined) return
    // A list that another page hides has no columns. When it comes back it has the previous ones.
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

/** The distance from the top of the page to a list, px. */
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

/**
 * Watches the sizes of the elements that may push a list down in its frame: those before it, and the common container.
 */
const watchAbove = (sizes: ResizeObserver, inside: Element, around: Element): void => {
  sizes.disconnect()
  for (let branch: Element | null = inside; branch !== null && branch !== around; branch = branch.parentElement) {
    if (branch !== inside) sizes.observe(branch)
    for (let before = branch.previousElementSibling; before !== null; before = before.previousElementSibling)
      sizes.observe(before)
  }
}

/**
 * The distance from the top of the scrolled content of a frame to a list, px. Measured when the elements above change,
 * and not after each frame: that made the browser lay the page out again for each step of scrolling.
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

/**
 * Does nothing for a row that is visible already: even asking how far a list may scroll makes the browser lay the page
 * out.
 */
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

/** On paper all rows are shown, each at its own height. Measuring thousands one after the other would take minutes. */
const printed = (count: number, columns: number): WindowedRows => ({
  columns,
  first: 0,
  last: Math.ceil(count / columns),
  before: 0,
  after: 0,
  measure: unmeasured,
  reveal: unmeasured,
})

/** Options of the library for rows that scroll with the page or in a frame. */
const optionsOf = (count: number, columns: number, scrollMargin: number, { pitch, keys }: RowSize) => ({
  count: Math.ceil(count / columns),
  estimateSize: () => pitch,
  overscan: count > WHOLE_MAX ? SPARE_ROWS : count,
  scrollMargin,
  useFlushSync: false,
  ...(keys !== undefined && { getItemKey: (index: number) => keys[index] ?? index }),
})

/**
 * Rows of a list or grid that scrolls inside a frame. A list with several columns keeps its position when their number
 * changes.
 */
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
  /*
   * Known from the start, so that the first rows are rendered in slices with their list, and not in one piece after it.
   */
  const [initialRect] = useState(() => ({ width: window.innerWidth, height: window.innerHeight }))
  const isPrinting = usePrinting()
  const rows = useWindowVirtualizer({ ...optionsOf(count, columns, scrollMargin, size), initialRect })
  return isPrinting ? printed(count, columns) : windowOf(rows, scrollMargin, columns)
}
