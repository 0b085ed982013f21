import { type RefObject, useCallback, useLayoutEffect, useRef } from "react"

/** The visible part of the list. */
interface SoughtView {
  /** The index of the first visible device, and its hidden height above the edge, px. */
  readonly item: number
  readonly hidden: number
  /** The number of visible rows, and of devices in a row. */
  readonly rows: number
  readonly columns: number
}

/** The scroll position in the list of all devices, kept during a search and a change between cards and rows (UX-5). */
export interface ListPosition {
  /** The index of the first visible device. */
  item: number
  /** True during a search: the list begins at the best match, and `item` keeps the position before the search. */
  isSought: boolean
  /** The visible part now, during a search too. */
  view: SoughtView
  /** Scrolls the device at this index to the top of the list, with `hidden` px of it above the edge. */
  jump: (item: number, hidden?: number) => void
}

export const useNewListPosition = (): RefObject<ListPosition> =>
  useRef<ListPosition>({
    item: 0,
    isSought: false,
    view: { item: 0, hidden: 0, rows: 0, columns: 1 },
    jump: () => undefined,
  })

/** Scrolls to the first match of a new search, and back to the earlier position after it. Null for no search. */
export const useSought = (position: RefObject<ListPosition>, sought: string | null): void =>
  useLayoutEffect(() => {
    position.current.isSought = sought !== null
    position.current.jump(sought === null ? position.current.item : 0)
  }, [position, sought])

/** The device that has the focus, if it is visible. */
const focusedIn = (ids: readonly string[], { item, rows, columns }: SoughtView): string | undefined => {
  const did = document.activeElement?.closest<HTMLElement>("[data-did]")?.dataset.did
  return did !== undefined && ids.slice(item, item + rows * columns).includes(did) ? did : undefined
}

/**
 * When a person changes the order of the list, the focused device stays where it is, or else the first fully visible one. At
 * the top of the list the scroll position stays at the top.
 */
export const useOrderPosition = (position: RefObject<ListPosition>, ids: readonly string[], order: string): void => {
  const shown = useRef({ ids, order })
  useLayoutEffect(() => {
    const before = shown.current
    // The list in the new order may arrive later than the choice of that order.
    if (before.ids === ids) return
    shown.current = { ids, order }
    const { view, jump } = position.current
    const { item, hidden, columns } = view
    if (before.order === order || (item === 0 && hidden === 0)) return
    const did = focusedIn(before.ids, view) ?? before.ids[hidden === 0 ? item : item + columns]
    if (did === undefined || !ids.includes(did)) return
    const line = (of: readonly string[]) => Math.floor(of.indexOf(did) / columns)
    const row = item / columns + line(ids) - line(before.ids)
    jump(Math.max(0, row) * columns, row < 0 ? 0 : hidden)
  }, [position, ids, order])
}

/** The first item after a new layout: during a search the visible one, otherwise that of the whole list. */
const keptIn = ({ isSought, item, view }: ListPosition): number => (isSought ? view.item : item)

/**
 * Distinguishes scrolls of the person from those of the browser. When a list changes its width, the browser scrolls to keep
 * its first row, and it counts in columns that the list is about to leave.
 */
const useScrollByPerson = (scrolled: RefObject<HTMLElement | null>): (() => boolean) => {
  const width = useRef<number>(undefined)
  return useCallback(() => {
    const [before, now] = [width.current, scrolled.current?.clientWidth]
    width.current = now
    return before === undefined || before === now
  }, [scrolled])
}

/** Keeps the position in a frame that scrolls, and returns a jump to another. `pitch` is the height of a row, px. */
export const useFramePosition = (
  position: RefObject<ListPosition>,
  frame: RefObject<HTMLElement | null>,
  columns: number,
  pitch: number,
) => {
  const jump = useCallback(
    (item: number, hidden = 0) => frame.current?.scrollTo(0, Math.floor(item / columns) * pitch + hidden),
    [frame, columns, pitch],
  )
  const look = useCallback(() => {
    if (frame.current === null) return
    const { scrollTop, clientHeight } = frame.current
    const item = Math.floor(scrollTop / pitch) * columns
    position.current.view = { item, hidden: scrollTop % pitch, rows: Math.floor(clientHeight / pitch), columns }
  }, [position, frame, columns, pitch])
  useLayoutEffect(() => {
    const now = position.current
    now.jump = jump
    jump(keptIn(now))
    // A frame at its top fires no scroll event.
    look()
    return () => {
      now.jump = () => undefined
    }
  }, [position, jump, look])
  const isByPerson = useScrollByPerson(frame)
  const onScroll = () => {
    if (!isByPerson()) return
    look()
    if (!position.current.isSought) position.current.item = position.current.view.item
  }
  return { jump, onScroll }
}

/** The lower edge of the sticky tools above a list of the page, px. */
const stuckAbove = (list: HTMLElement): number => {
  const tools = list.closest(".page")?.querySelector(".tools")
  if (tools === null || tools === undefined) return 0
  return (Number.parseFloat(getComputedStyle(tools).insetBlockStart) || 0) + tools.getBoundingClientRect().height
}

/** Keeps the position where the page itself scrolls, as on phones. */
export const usePagePosition = (
  position: RefObject<ListPosition>,
  list: RefObject<HTMLElement | null>,
  columns: number,
  pitch: number,
): void => {
  const isByPerson = useScrollByPerson(list)
  useLayoutEffect(() => {
    const now = position.current
    /* The scroll position at which the list begins below the sticky tools; null while another page hides the list. */
    const begin = () => {
      const element = list.current
      if (element === null || element.offsetParent === null) return null
      return element.getBoundingClientRect().top + window.scrollY - stuckAbove(element)
    }
    const rowTop = (item: number) => Math.floor(item / columns) * pitch
    now.jump = (item, hidden = 0) => {
      const from = begin()
      // Above the list, its first row is visible already.
      if (from !== null && (item > 0 || window.scrollY > from)) window.scrollTo(0, from + rowTop(item) + hidden)
    }
    const look = (): boolean => {
      const from = begin()
      if (from === null) return false
      const scrolled = Math.max(0, window.scrollY - from)
      const item = Math.floor(scrolled / pitch) * columns
      now.view = { item, hidden: scrolled % pitch, rows: Math.floor(window.innerHeight / pitch), columns }
      return true
    }
    const follow = () => {
      if (isByPerson() && look() && !now.isSought) now.item = now.view.item
    }
    now.jump(keptIn(now))
    look()
    addEventListener("scroll", follow, { passive: true })
    return () => {
      removeEventListener("scroll", follow)
      now.jump = () => undefined
    }
  }, [position, list, columns, pitch, isByPerson])
}
