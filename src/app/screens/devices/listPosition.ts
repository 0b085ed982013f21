import { type RefObject, useCallback, useLayoutEffect, useRef } from "react"

/** The visible part of the list. */
interface SoughtView {
  /** The device that is first, by its number, and how much of it is hidden above, px. */
  readonly item: number
  readonly hidden: number
  /** How many rows are visible, and how many devices each has. */
  readonly rows: number
  readonly columns: number
}

/** Where a person is in the list of all devices, kept while they look for some of them or turn cards into rows (UX-5). */
export interface ListPosition {
  /** The device that is first, by its number. */
  item: number
  /** While some are looked for, the list begins at its best find, and where they were is kept. */
  isSought: boolean
  /** The visible part now, during a search too. */
  view: SoughtView
  /** Brings the device of a number to the top of the list that is on the page, `hidden` px further up. */
  jump: (item: number, hidden?: number) => void
}

export const useNewListPosition = (): RefObject<ListPosition> =>
  useRef<ListPosition>({
    item: 0,
    isSought: false,
    view: { item: 0, hidden: 0, rows: 0, columns: 1 },
    jump: () => undefined,
  })

/** Whatever is looked for now, null for nothing: shows its first, or the place before. */
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
    // The list in its new order may come after the wish for it.
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

/** Which item is first after a new layout: during a search the visible one, else that of the whole list. */
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

/** The part of the frame that scrolls: keeps the place, and gives the way to another. `pitch` of a row in px. */
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
    // A frame that begins at its top reports no scrolling.
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

/** How far down what stays above a list of the page reaches, px. */
const stuckAbove = (list: HTMLElement): number => {
  const tools = list.closest(".page")?.querySelector(".tools")
  if (tools === null || tools === undefined) return 0
  return (Number.parseFloat(getComputedStyle(tools).insetBlockStart) || 0) + tools.getBoundingClientRect().height
}

/** The same where the page itself scrolls, as on phones. */
export const usePagePosition = (
  position: RefObject<ListPosition>,
  list: RefObject<HTMLElement | null>,
  columns: number,
  pitch: number,
): void => {
  const isByPerson = useScrollByPerson(list)
  useLayoutEffect(() => {
    const now = position.current
    /* How far to scroll until the list is below what stays above it; null while another page hides it. */
    const begin = () => {
      const element = list.current
      if (element === null || element.offsetParent === null) return null
      return element.getBoundingClientRect().top + window.scrollY - stuckAbove(element)
    }
    const rowTop = (item: number) => Math.floor(item / columns) * pitch
    now.jump = (item, hidden = 0) => {
      const from = begin()
      // What is above the list already shows its first.
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
