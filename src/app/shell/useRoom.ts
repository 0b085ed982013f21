import { type RefObject, useLayoutEffect, useRef } from "react"

type Room = "--foot" | "--bar" | "--ruler"

/** A toast of one line with what is left free around it, px. */
const TOAST = 72

/** What a bar takes at the foot of the window, px: nothing where it ends a short page and a toast fits below it. */
export const barRoom = (bar: HTMLElement): number => {
  const foot = Number.parseFloat(document.documentElement.style.getPropertyValue("--foot")) || 0
  const below = window.innerHeight - foot - bar.getBoundingClientRect().bottom
  return below >= TOAST ? 0 : bar.offsetHeight
}

const heightOf = (element: HTMLElement): number => element.offsetHeight

/**
 * Tells the style sheets how much room something takes at the foot of the window, px: banners (`--foot`), the bar of a
 * selection (`--bar`), or the time line of a log (`--ruler`). What floats there moves up. The height depends on the language and on the window. It is told before
 * the picture in which the element is first seen.
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
    // A page that becomes longer or shorter takes along what ends it.
    const page = element.closest(".page")
    if (page !== null) watch.observe(page)
    return () => {
      watch.disconnect()
      style.removeProperty(name)
    }
  }, [name, roomOf])
  return place
}
