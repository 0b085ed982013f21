import { useLayoutEffect, useRef } from "react"

type Ids = readonly string[]

/** What is in the list keeps its place among the others; what comes stands last. */
const heldOrder = (before: Ids, ids: Ids): Ids => {
  if (before === ids) return ids
  const [known, there] = [new Set(before), new Set(ids)]
  return [...before.filter((id) => there.has(id)), ...ids.filter((id) => !known.has(id))]
}

/** The order of a list; while somebody is at it, the order that it had, so that a press meets what it was meant for (UX-5). */
export const useHeldOrder = (ids: Ids, isHeld: boolean): Ids => {
  const shown = useRef(ids)
  const order = isHeld ? heldOrder(shown.current, ids) : ids
  useLayoutEffect(() => {
    shown.current = order
  })
  return order
}
