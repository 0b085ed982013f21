import { useLayoutEffect, useState } from "react"
import { usePrinting } from "./useMedia.ts"

/** The most items that are filled within one frame. More at once would be a task in which the page does not respond. */
const PORTION = 12

const waiting = new Set<() => void>()
/** The number of items that may still be filled before the next frame. */
let left = PORTION
let isWanted = false

const take = (fill: () => void): void => {
  waiting.delete(fill)
  left -= 1
  fill()
}

/** Lets the next items follow in the next frame, once one is filled. */
const goOn = (): void => {
  if (isWanted) return
  isWanted = true
  requestAnimationFrame(() => {
    isWanted = false
    left = PORTION
    for (const fill of [...waiting].slice(0, PORTION)) take(fill)
  })
}

/** Counts an item that is filled from the start against its frame. */
const count = (): void => {
  left -= 1
  goOn()
}

/**
 * Calls back now, or in a later frame when many ask at once. Returns the function to call when the fill is done or
 * cancelled.
 */
const ask = (fill: () => void): (() => void) => {
  if (left > 0) take(fill)
  else waiting.add(fill)
  return () => {
    waiting.delete(fill)
    goOn()
  }
}

/**
 * True when this item of a list may be filled. The first ones are filled from the start. When a whole network appears,
 * or grows in a burst, the others stay empty for some frames, at their final size, so that the page does not move.
 * `isStop`: the item does not wait, because the focus goes there. `position` counts from 1. On paper no item waits.
 */
export const useGradualFill = ({
  isStop,
  position,
}: {
  readonly isStop: boolean
  readonly position: number
}): boolean => {
  const isPrinting = usePrinting()
  const [isFirst] = useState(isStop || position <= PORTION)
  const [isFilled, setFilled] = useState(isFirst)
  useLayoutEffect(() => {
    if (isFirst) count()
  }, [isFirst])
  useLayoutEffect(() => (isFilled ? undefined : ask(() => setFilled(true))), [isFilled])
  return isFilled || isPrinting
}
