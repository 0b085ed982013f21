import { type RefObject, useLayoutEffect, useRef } from "react"

type Room = "--foot" | "--bar" | "--ruler" | "--note"

/** The height of a toast of one line with the space around it, px. */
const TOAST = 72

/** The free height between an element and the foot of the window, px. */
const below = (element: HTMLElement): number => {
  const foot = Number.parseFloat(document.documentElement.style.getPropertyValue("--foot")) || 0
  return window.innerHeight - foot - element.getBoundingClientRect().bottom
}

/** The height of a bar at the foot of the window, px; 0 where it ends a short page and a toast fits below it. */
export const barRoom = (bar: HTMLElement): number => (below(bar) >= TOAST ? 0 : bar.offsetHeight)

/** The height of a note that ends a page, with the space below it, px; 0 where a toast fits below it. */
export const noteRoom = (note: HTMLElement): number => {
  const free = below(note)
  return note.offsetHeight === 0 || free >= TOAST ? 0 : note.offsetHeight + Math.max(0, free)
}

const heightOf = (element: HTMLElement): number => element.offsetHeight

/**
 * Passes the height of an element at the foot of the window to the style sheets, px: banners (`--foot`), the selection
 * bar (`--bar`), the time line of a log (`--ruler`), or the note of a list (`--note`). Floating elements there move up.
 * The height depends on the language and on the window. It is set before the frame in which the element first shows.
 */
export const useRoom = <Of extends HTMLElement>(
  name: Room,
  roomOf: (element: Of) => number = heightOf,
): RefObject<Of | null> => {
  const place = useRef<Of>(null)
  useLayoutEffect(() => {
    const element = place.current
    if (element === null) return
    const { style } = document.documentElement
    const tell = () => style.setProperty(name, `${roomOf(element)}px`)
    tell()
    const watch = new ResizeObserver(tell)
    watch.observe(element)
    // When a page becomes longer or shorter, the element at its end moves.
    const page = element.closest(".page")
    if (page !== null) watch.observe(page)
    return () => {
      watch.disconnect()
      style.removeProperty(name)
    }
  }, [name, roomOf])
  return place
}
