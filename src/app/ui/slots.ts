import { useLayoutEffect, useRef } from "react"

/**
 * The most new rows that are created beside those that stay. When more items come at once, existing rows are reused.
 */
const MADE_MAX = 6

/** The ids that the rows of a window show, and the keys by which React knows the rows. */
export interface Slots {
  readonly ids: readonly string[]
  readonly keys: readonly number[]
  /** A key that is larger than any key so far. */
  readonly next: number
}

export const NO_SLOTS: Slots = { ids: [], keys: [], next: 0 }

const byId = (before: Slots, ids: readonly string[]): Slots => {
  const known = new Map(before.ids.map((id, place) => [id, before.keys[place]]))
  let { next } = before
  const keys = ids.map((id) => {
    const key = known.get(id) ?? next
    if (key === next) next += 1
    return key
  })
  return { ids, keys, next }
}

const byPlace = (before: Slots, ids: readonly string[], held: string | null): Slots => {
  let { next } = before
  const keys = ids.map((_, place) => {
    const key = before.ids[place] === held ? undefined : before.keys[place]
    if (key !== undefined) return key
    next += 1
    return next - 1
  })
  return { ids, keys, next }
}

/**
 * The keys of the rows of a window that shows other items. Creating rows is most of the cost of a jump in a long list.
 * So where many items come at once, each row stays and shows another item. `held` had the focus last: its row follows
 * it, and never becomes the row of another.
 */
export const slotsOf = (before: Slots, ids: readonly string[], held: string | null): Slots => {
  const shown = new Set(before.ids)
  const coming = ids.filter((id) => !shown.has(id)).length
  const isHeldStaying = held !== null && shown.has(held) && ids.includes(held)
  return coming <= MADE_MAX || isHeldStaying ? byId(before, ids) : byPlace(before, ids, held)
}

/**
 * Keys for the rows in the page, which show `ids`. State of a row that belongs to its item must be keyed by the item.
 */
export const useSlots = (ids: readonly string[], held: string | null): readonly number[] => {
  const shown = useRef(NO_SLOTS)
  const slots = slotsOf(shown.current, ids, held)
  useLayoutEffect(() => {
    shown.current = slots
  })
  return slots.keys
}
