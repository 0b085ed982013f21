import { useLayoutEffect, useState } from "react"
import { usePrinting } from "./useMedia.ts"

/** Items that are filled with one picture of the browser: more at once are a task in which the page does not answer. */
const PORTION = 12

const waiting = new Set<() => void>()
/** How many may still be filled before the next picture. */
let left = PORTION
let isWanted = false

const take = (fill: () => void): void => {
  waiting.delete(fill)
  left -= 1
  fill()
}

/** Once something is filled, and not before, the next ones may follow with the next picture. */
const goOn = (): void => {
  if (isWanted) return
  isWanted = true
  requestAnimationFrame(() => {
    isWanted = false
    left = PORTION
    for (const fill of [...waiting].slice(0, PORTION)) take(fill)
  })
}

/** An item that is filled from the start leaves room for one fewer in its picture. */
const count = (): void => {
  left -= 1
  goOn()
}

/** Calls back now, or with a later picture when many ask at once. Returns what to call when that is done or given up. */
const ask = (fill: () => void): (() => void) => {
  if (left > 0) take(fill)
  else waiting.add(fill)
  return () => {
    waiting.delete(fill)
    goOn()
  }
}

/**
 * Whether this item of a list may be filled by now. The first ones are filled from the start. When a whole
 * network appears, or grows in a burst, the others stay empty for some frames, at their final size, so that the page does
 * not move. `isStop`: it does not wait, because the focus goes there. `position` counts from 1. Paper waits for nothing.
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
