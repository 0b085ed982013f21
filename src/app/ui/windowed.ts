import { useVirtualizer, useWindowVirtualizer, type VirtualItem } from "@tanstack/react-virtual"
import { type RefObject, useLayoutEffect, useRef, useState } from "react"

/** Rows kept ready above and below what is in sight. */
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
  /** Brings a row into sight. */
  readonly reveal: (row: number) => void
}

export type ListRef = RefObject<HTMLElement | null>

export interface RowSize {
  /** A row and the gap below it, px; where rows are measured, about. */
  readonly pitch: number
  /** What a row shows, so that its measure stays with it when rows move. */
  readonly keys?: readonly string[]
  /** What stays above the rows while they scroll, px. */
  readonly head?: number
}

const columnsOf = (list: Element | null): number =>
  list === null ? 1 : Math.max(1, getComputedStyle(list).gridTemplateColumns.split(" ").length)

/** In how many columns the style sheet lays a grid out; it depends on the width of what holds it. */
const useColumns = (list: ListRef): number => {
  const [columns, setColumns] = useState(1)
  useLayoutEffect(() => {
    const element = list.current?.parentElement
    if (element === null || element === undefined) return
    const look = () => setColumns(columnsOf(list.current))
    look()
    const observer = new ResizeObserver(look)
    observer.observe(element)
    return () => observer.disconnect()
  }, [list])
  return columns
}

/** How far below the top of the page a list begins, px. */
const usePlaceInPage = (list: ListRef): number => {
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

const rowsOf = (
  items: readonly VirtualItem[],
  total: number,
  margin: number,
  columns: number,
  measure: WindowedRows["measure"],
): Omit<WindowedRows, "reveal"> => {
  const [first, last] = [items[0], items.at(-1)]
  return {
    columns,
    first: first?.index ?? 0,
    last: (last?.index ?? -1) + 1,
    before: (first?.start ?? margin) - margin,
    after: total + margin - (last?.end ?? margin),
    measure,
  }
}

/** Watches the size of whatever may push a list down in its frame: what stands before it, and what holds both. */
const watchAbove = (sizes: ResizeObserver, inside: Element, around: Element): void => {
  sizes.disconnect()
  for (let branch: Element | null = inside; branch !== null && branch !== around; branch = branch.parentElement) {
    if (branch !== inside) sizes.observe(branch)
    for (let before = branch.previousElementSibling; before !== null; before = before.previousElementSibling)
      sizes.observe(before)
  }
}

/**
 * How far below the beginning of what scrolls in a frame a list begins, px. Looked at when what stands above it changes,
 * and not after each picture: that made the browser lay the page out once more for each step of scrolling.
 */
export const usePlaceInFrame = (frame: Frame, list: ListRef): number => {
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

/** What scrolls; the same function each time. */
export type Frame = () => HTMLElement | null

interface Scrolling {
  readonly scrollOffset: number | null
  readonly scrollToOffset: (px: number) => void
}

interface Revealing {
  readonly scrollOffset: number | null
  readonly scrollRect: { readonly height: number } | null
  readonly measurementsCache: readonly VirtualItem[]
  readonly scrollToIndex: (row: number) => void
}

/** Whoever is in sight already needs nothing: even asking how far a list may scroll makes the browser lay the page out. */
const revealIn =
  (rows: Revealing, head: number): WindowedRows["reveal"] =>
  (row) => {
    const { scrollOffset, scrollRect, measurementsCache } = rows
    const [item, top, height] = [measurementsCache[row], scrollOffset ?? 0, scrollRect?.height ?? 0]
    const isInSight = item !== undefined && item.start >= top + head && item.end <= top + height
    if (!isInSight) rows.scrollToIndex(row)
  }

/** The item that stood first stays first when the columns change: nobody loses the place. */
const useKeptPlace = (rows: Scrolling, columns: number, pitch: number, margin: number) => {
  const kept = useRef({ columns, item: 0 })
  useLayoutEffect(() => {
    const { item } = kept.current
    if (kept.current.columns === columns)
      kept.current.item = Math.floor(Math.max(0, (rows.scrollOffset ?? 0) - margin) / pitch) * columns
    else {
      kept.current.columns = columns
      if (item > 0) rows.scrollToOffset(Math.floor(item / columns) * pitch + margin)
    }
  })
}

/** Rows of a list or grid that scrolls inside a frame. */
export const useFrameRows = (
  frame: Frame,
  list: ListRef,
  count: number,
  { pitch, keys, head = 0 }: RowSize,
): WindowedRows => {
  const columns = useColumns(list)
  const scrollMargin = usePlaceInFrame(frame, list)
  const rows = useVirtualizer({
    count: Math.ceil(count / columns),
    getScrollElement: frame,
    estimateSize: () => pitch,
    overscan: count > WHOLE_MAX ? SPARE_ROWS : count,
    scrollMargin,
    scrollPaddingStart: head,
    useFlushSync: false,
    ...(keys !== undefined && { getItemKey: (index: number) => keys[index] ?? index }),
  })
  useKeptPlace(rows, columns, pitch, scrollMargin)
  const windowed = rowsOf(rows.getVirtualItems(), rows.getTotalSize(), scrollMargin, columns, rows.measureElement)
  return { ...windowed, reveal: revealIn(rows, head) }
}

/** Rows of a list or grid that scrolls with the page. */
export const usePageRows = (list: ListRef, count: number, { pitch, keys }: RowSize): WindowedRows => {
  const columns = useColumns(list)
  const scrollMargin = usePlaceInPage(list)
  /* Known from the start, so that the first rows are rendered in slices with their list, and not in one piece after it. */
  const [initialRect] = useState(() => ({ width: window.innerWidth, height: window.innerHeight }))
  const rows = useWindowVirtualizer({
    count: Math.ceil(count / columns),
    initialRect,
    estimateSize: () => pitch,
    overscan: count > WHOLE_MAX ? SPARE_ROWS : count,
    scrollMargin,
    useFlushSync: false,
    ...(keys !== undefined && { getItemKey: (index: number) => keys[index] ?? index }),
  })
  const windowed = rowsOf(rows.getVirtualItems(), rows.getTotalSize(), scrollMargin, columns, rows.measureElement)
  return { ...windowed, reveal: revealIn(rows, 0) }
}
