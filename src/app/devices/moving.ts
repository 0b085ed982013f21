import { type FocusEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from "react"
import { useSingleKeys } from "../commands/useKeys.ts"
import type { WindowedRows } from "../ui/windowed.ts"

/** Moves by keys within the list of devices. */

/** Number of rows that PageUp and PageDown move. */
const PAGE = 5

const placeOf = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>("[data-did]") : null
const idOf = (row: HTMLElement | null): string | undefined => row?.dataset.did

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
  readonly onMoved?: (from: string, to: string, extends_: boolean) => void
}

/** Focuses the row of a device. The row may be in the page only after scrolling to it. */
const useRowFocus = (list: RefObject<HTMLElement | null>) => {
  const wanted = useRef<string | null>(null)
  const focusWanted = () => {
    if (wanted.current === null) return
    const id = CSS.escape(wanted.current)
    const row = list.current?.querySelector(`[data-did="${id}"]`)
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
 * within the list. Returns that device, and the listeners for the list.
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
  const goTo = (place: number, from: string, extends_: boolean) => {
    const at = Math.max(0, Math.min(ids.length - 1, place))
    const next = ids[at]
    if (next === undefined) return
    setActive(next)
    reveal(Math.floor(at / columns))
    focus(next)
    onMoved?.(from, next, extends_)
  }
  const move = ({ event: { key, shiftKey }, row, id }: Pressed): boolean => {
    const step = stepOf(key, columns, getComputedStyle(row).direction === "rtl", letters)
    if (step === undefined) return false
    goTo(ids.indexOf(id) + step, id, shiftKey)
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
