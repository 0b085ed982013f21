import { type FocusEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from "react"
import { useSingleKeys } from "../../commands/useKeys.ts"
import { useOpenDialog } from "../../dialogs/useOpenDialog.ts"
import { useWide } from "../../ui/useMedia.ts"
import type { WindowedRows } from "../../ui/windowed.ts"
import { useOpened } from "./opened.ts"
import { useSelection } from "./selection.ts"

/** Rows that Page up and Page down go past. */
const PAGE = 5

const placeOf = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>("[data-did]") : null

/** How far a key goes in a list of so many columns; undefined for keys that go nowhere. */
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
 * One keyboard model for cards and table (DEVICE-17): one stop for Tab, arrows within. Gives the device that Tab stops
 * at, and what the list needs to hear.
 */
export const useListKeys = (
  list: RefObject<HTMLElement | null>,
  ids: readonly string[],
  { columns, first, last, reveal }: Pick<WindowedRows, "columns" | "first" | "last" | "reveal">,
) => {
  const letters = useSingleKeys()
  const openDialog = useOpenDialog()
  const opened = useOpened()
  const wide = useWide()
  const { isChoosing, toggle, extend, choose, clear } = useSelection()
  const [active, setActive] = useState<string | null>(null)
  const wanted = useRef<string | null>(null)
  const focusWanted = () => {
    if (wanted.current === null) return
    const row = list.current?.querySelector(`[data-did="${CSS.escape(wanted.current)}"]`)
    const hit = row?.querySelector<HTMLElement>(".hit")
    if (hit === null || hit === undefined) return
    wanted.current = null
    hit.focus({ preventScroll: true })
    row?.scrollIntoView({ block: "nearest" })
  }
  // The row may come into the page only now that it was scrolled to.
  useLayoutEffect(focusWanted)
  const goTo = (place: number) => {
    const next = ids[Math.max(0, Math.min(ids.length - 1, place))]
    if (next === undefined) return
    wanted.current = next
    setActive(next)
    reveal(Math.floor(ids.indexOf(next) / columns))
    focusWanted()
    // The page beside the list follows.
    if (wide && opened.did !== null) opened.open(next)
    return next
  }
  const actions = (did: string, row: HTMLElement, shift: boolean): Readonly<Record<string, () => void>> => ({
    x: () => (shift ? extend(did, ids) : toggle(did)),
    w: () => openDialog("wake", { subject: did }),
    m: () => row.querySelector<HTMLElement>("[aria-haspopup]")?.click(),
  })
  const press = (event: KeyboardEvent<HTMLElement>, row: HTMLElement, did: string): boolean => {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event
    if (altKey) return false
    if (ctrlKey || metaKey) {
      if (key.toLowerCase() !== "a") return false
      choose(ids)
      return true
    }
    const step = stepOf(key, columns, getComputedStyle(row).direction === "rtl", letters)
    if (step !== undefined) {
      const next = goTo(ids.indexOf(did) + step)
      if (shiftKey && next !== undefined) {
        extend(did, ids)
        extend(next, ids)
      }
      return true
    }
    if (key === "F2") openDialog("rename", { subject: did })
    else if (key === "Escape" && isChoosing) clear()
    else if (key === "Escape" && opened.did !== null) opened.close()
    else {
      const act = letters ? actions(did, row, shiftKey)[key.toLowerCase()] : undefined
      act?.()
      return act !== undefined
    }
    return true
  }
  const shown = ids.slice(first * columns, last * columns)
  return {
    stop: active !== null && shown.includes(active) ? active : shown[0],
    hears: {
      onFocus: ({ target }: FocusEvent<HTMLElement>) => {
        const did = placeOf(target)?.dataset.did
        if (did !== undefined) setActive(did)
      },
      onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
        const row = placeOf(event.target)
        const did = row?.dataset.did
        // What is open over the page hears for itself; its events come here through React alone.
        if (event.defaultPrevented || row === null || did === undefined || !event.currentTarget.contains(row)) return
        // The button of a menu opens it by these keys.
        if (
          event.target instanceof Element &&
          event.target.closest("[aria-haspopup]") &&
          /^Arrow|^Enter$/.test(event.key)
        )
          return
        if (!press(event, row, did)) return
        event.preventDefault()
        event.stopPropagation()
      },
    },
  }
}

/** The devices of a list in their order, as they are now. */
export type ListRef = RefObject<readonly string[]>

/** What a press on a device does: opens it, or chooses it as file managers do. */
export const usePressOn = (did: string, list: ListRef) => {
  const { open } = useOpened()
  const { isChoosing, toggle, extend } = useSelection()
  return {
    onClick: ({ ctrlKey, metaKey, shiftKey }: { ctrlKey: boolean; metaKey: boolean; shiftKey: boolean }) => {
      if (shiftKey) extend(did, list.current)
      else if (ctrlKey || metaKey || isChoosing) toggle(did)
      else open(did)
    },
    /** A long press, on screens that are touched. */
    onContextMenu: (event: { preventDefault: () => void }) => {
      if (!matchMedia("(pointer: coarse)").matches) return
      event.preventDefault()
      toggle(did)
    },
  }
}
