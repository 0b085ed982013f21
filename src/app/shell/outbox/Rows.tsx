import { type RefObject, useCallback, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef } from "react"
import { useFrameRows } from "../../ui/windowed.ts"
import type { KeptRow } from "./keptRows.ts"
import { OutboxItem } from "./OutboxItem.tsx"

/** The estimated height of an item, px. */
const ITEM_PX = 69

/** While the list has the pointer or the focus no row shrinks. The room of its removed buttons is for the outcome. */
const useKeptHeights = (list: RefObject<HTMLElement | null>, isHeld: boolean): void =>
  useLayoutEffect(() => {
    const rows = [...(list.current?.children ?? [])].filter((row) => row instanceof HTMLElement)
    if (!isHeld) {
      for (const { style } of rows) style.removeProperty("min-block-size")
      return
    }
    const free = rows.filter(({ style }) => style.minBlockSize === "")
    const heights = free.map(({ offsetHeight }) => offsetHeight)
    for (const [index, { style }] of free.entries()) style.minBlockSize = `${heights[index] ?? 0}px`
  })

/** The position of each row among the present ones, from 1. */
const numbered = (rows: readonly KeptRow[]): readonly number[] => {
  let place = 0
  return rows.map(({ stand }) => (stand === "gone" ? place : ++place))
}

/** The page holds only the visible items of a long list, and the item for which the panel was opened. */
export const Rows = ({
  rows,
  focus,
  isHeld,
}: {
  readonly rows: readonly KeptRow[]
  readonly focus: string | null
  readonly isHeld: boolean
}) => {
  const list = useRef<HTMLUListElement>(null)
  const body = useCallback(() => list.current?.closest<HTMLElement>(".sheet-body") ?? null, [])
  const slots = useMemo(() => rows.map(({ slot }) => slot), [rows])
  const places = useMemo(() => numbered(rows), [rows])
  const { first, last, before, after, measure, reveal } = useFrameRows(body, list, rows.length, {
    pitch: ITEM_PX,
    keys: slots,
  })
  const show = useEffectEvent((id: string) => {
    const row = rows.findIndex((each) => each.id === id)
    if (row >= 0) reveal(row)
  })
  useEffect(() => {
    // Once for each request: afterwards the person scrolls.
    if (focus !== null) show(focus)
  }, [focus])
  useKeptHeights(list, isHeld)
  return (
    <ul ref={list} style={{ paddingBlockStart: before, paddingBlockEnd: after }}>
      {rows.slice(first, last).map(({ id, slot, stand }, index) => (
        <OutboxItem
          key={slot}
          id={id}
          stand={stand}
          isHeir={id !== slot}
          isHeld={isHeld}
          isFocused={id === focus}
          row={first + index}
          place={places[first + index] ?? 0}
          of={places.at(-1) ?? 0}
          measure={measure}
        />
      ))}
    </ul>
  )
}
