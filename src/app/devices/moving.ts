import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react"
import { useSingleKeys } from "../commands/useKeys.ts"
import type { WindowedRows } from "../ui/windowed.ts"

/** Moves by keys within the lists of the devices screen, and from one list to the next. */

/** Number of rows that PageUp and PageDown move. */
const PAGE = 5

const placeOf = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>("[data-did], [data-lan-device]") : null
const idOf = (row: HTMLElement | null): string | undefined => row?.dataset.did ?? row?.dataset.lanDevice

/** The number of items that a key moves in a list with this many columns; undefined for other keys. */
const stepOf = (key: string, columns: number, isMirrored: boolean, letters: boolean): number | undefined => {
  const sideways = columns === 1 ? 0 : isMirrored ? -1 : 1
  switch (key) {
    case "ArrowDown":
      return columns
    case "ArrowUp":
      return -columns
    case "ArrowRight":
      return sideways || undefined
    case "ArrowLeft":
      return -sideways || undefined
    case "PageDown":
      return columns * PAGE
    case "PageUp":
      return -columns * PAGE
    case "Home":
      return Number.NEGATIVE_INFINITY
    case "End":
      return Number.POSITIVE_INFINITY
    case "j":
      return letters ? 1 : undefined
    case "k":
      return letters ? -1 : undefined
    default:
      return undefined
  }
}

/**
 * 1 when the key leaves the last row of a list, -1 when it leaves the first, else 0. A sideways key stays in its list.
 */
const beyond = (key: string, place: number, count: number, columns: number): -1 | 0 | 1 => {
  const line = (at: number) => Math.floor(at / columns)
  if (key === "ArrowDown" && line(place) === line(count - 1)) return 1
  if (key === "ArrowUp" && line(place) === 0) return -1
  if (key === "j" && place === count - 1) return 1
  return key === "k" && place === 0 ? -1 : 0
}

interface List {
  readonly element: () => HTMLElement | null
  readonly enter: (from: "above" | "below") => void
}

/** The lists that are on the page. */
const lists = new Set<List>()

const isAfter = (one: Node | null, other: Node | null): boolean =>
  one !== null && other !== null && (other.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0

/** Moves to the next list on the page in this direction; false when there is none. */
const leave = (from: List, way: -1 | 1): boolean => {
  const inOrder = [...lists].sort((one, other) => (isAfter(one.element(), other.element()) ? 1 : -1))
  const next = inOrder[inOrder.indexOf(from) + way]
  next?.enter(way === 1 ? "above" : "below")
  return next !== undefined
}

export interface Pressed {
  readonly event: KeyboardEvent<HTMLElement>
  readonly row: HTMLElement
  readonly id: string
  /** True when single letters act. */
  readonly letters: boolean
}

/** The acts of a list beside moving. */
export interface ListActs {
  /** Returns false for a key that it ignores. */
  readonly press: (pressed: Pressed) => boolean
  readonly onMoved?: (from: string | null, to: string, extends_: boolean) => void
}

/** Focuses the row of a device. The row may be in the page only after scrolling to it. */
const useRowFocus = (list: RefObject<HTMLElement | null>) => {
  const wanted = useRef<string | null>(null)
  const focusWanted = () => {
    if (wanted.current === null) return
    const id = CSS.escape(wanted.current)
    const row = list.current?.querySelector(`[data-did="${id}"], [data-lan-device="${id}"]`)
    const hit = row?.querySelector<HTMLElement>(".hit")
    if (hit === null || hit === undefined) return
    wanted.current = null
    hit.focus({ preventScroll: true })
    row?.scrollIntoView({ block: "nearest" })
  }
  useLayoutEffect(focusWanted)
  return (id: string) => {
    wanted.current = id
    focusWanted()
  }
}

/** Registers a list of the page; returns the function that moves from it to the next one. */
const useBeside = (list: RefObject<HTMLElement | null>, onEnter: List["enter"]) => {
  const enter = useRef(onEnter)
  enter.current = onEnter
  const own = useRef<List>({ element: () => list.current, enter: (from) => enter.current(from) }).current
  useEffect(() => {
    lists.add(own)
    return () => void lists.delete(own)
  }, [own])
  return (way: -1 | 1) => leave(own, way)
}

/** The row that a key is for; null where another control takes the key. */
const rowFor = ({ target, currentTarget, key, defaultPrevented }: KeyboardEvent<HTMLElement>) => {
  const row = placeOf(target)
  const id = idOf(row)
  // Overlays handle their own keys. Their events arrive here only because React passes them up its own tree.
  if (defaultPrevented || row === null || id === undefined || !currentTarget.contains(row)) return null
  // These keys open the menu whose button has the focus.
  const isMenus = target instanceof Element && target.closest("[aria-haspopup]") !== null && /^Arrow|^Enter$/.test(key)
  return isMenus ? null : { row, id }
}

/**
 * One keyboard model for all devices of the screen, as cards or rows (DEVICE-17). Tab stops at one device; arrows move
 * within the list and on to the next. Returns that device, and the listeners for the list.
 */
export const useMoving = (
  list: RefObject<HTMLElement | null>,
  ids: readonly string[],
  { columns, first, last, reveal }: Pick<WindowedRows, "columns" | "first" | "last" | "reveal">,
  { press, onMoved }: ListActs,
) => {
  const letters = useSingleKeys()
  const [active, setActive] = useState<string | null>(null)
  const focus = useRowFocus(list)
  const goTo = (place: number, from: string | null, extends_: boolean) => {
    const at = Math.max(0, Math.min(ids.length - 1, place))
    const next = ids[at]
    if (next === undefined) return
    setActive(next)
    reveal(Math.floor(at / columns))
    focus(next)
    onMoved?.(from, next, extends_)
  }
  const goBeside = useBeside(list, (from) => goTo(from === "above" ? 0 : ids.length - 1, null, false))
  const move = ({ event: { key, shiftKey }, row, id }: Pressed): boolean => {
    const step = stepOf(key, columns, getComputedStyle(row).direction === "rtl", letters)
    if (step === undefined) return false
    const place = ids.indexOf(id)
    const way = shiftKey ? 0 : beyond(key, place, ids.length, columns)
    if (way === 0 || !goBeside(way)) goTo(place + step, id, shiftKey)
    return true
  }
  const shown = ids.slice(first * columns, last * columns)
  return {
    stop: active !== null && shown.includes(active) ? active : shown[0],
    /** The device that had the focus last, visible or not. */
    held: active,
    hears: {
      onFocus: ({ target }: FocusEvent<HTMLElement>) => {
        const id = idOf(placeOf(target))
        if (id !== undefined) setActive(id)
      },
      onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
        const about = rowFor(event)
        if (about === null) return
        const pressed = { event, ...about, letters }
        const isPlain = !event.altKey && !event.ctrlKey && !event.metaKey
        if (!(isPlain && move(pressed)) && !press(pressed)) return
        event.preventDefault()
        event.stopPropagation()
      },
    },
  }
}

/** Opens the menu of a row. */
export const openMenuOf = (row: HTMLElement): void => row.querySelector<HTMLElement>("[aria-haspopup]")?.click()
