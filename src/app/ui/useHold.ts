import { useCallback, useState } from "react"

/**
 * The delay before an element counts as left, ms. A click follows the lift of its finger, and a hand that slips off the
 * edge comes back.
 */
const SETTLE_MS = 300

/**
 * Reports whether a person is at an element: a pointer is over it or went down on it, or the focus came there by
 * keyboard.
 */
const watchHold = (element: HTMLElement, tell: (isHeld: boolean) => void): (() => void) => {
  const listening = new AbortController()
  const { signal } = listening
  let [isOver, isDown, isKeyed] = [false, false, false]
  let leaving: ReturnType<typeof setTimeout> | undefined
  const hasFocus = () => isKeyed && element.contains(document.activeElement)
  const isWanted = () => isOver || isDown || hasFocus() || element.querySelector(":focus-visible") !== null
  const leave = () => {
    leaving = undefined
    if (!isWanted()) tell(false)
  }
  const look = () => {
    if (!isWanted()) {
      leaving ??= setTimeout(leave, SETTLE_MS)
      return
    }
    clearTimeout(leaving)
    leaving = undefined
    tell(true)
  }
  const over = (now: boolean) => () => {
    isOver = now
    look()
  }
  const down = (now: boolean) => () => {
    isDown = now
    isKeyed = false
    look()
  }
  const keyed = () => {
    isKeyed = true
    look()
  }
  element.addEventListener("pointerenter", over(true), { signal })
  element.addEventListener("pointermove", over(true), { signal })
  element.addEventListener("pointerleave", over(false), { signal })
  element.addEventListener("pointerdown", down(true), { signal, capture: true })
  for (const type of ["pointerup", "pointercancel"]) addEventListener(type, down(false), { signal, capture: true })
  element.addEventListener("keydown", keyed, { signal, capture: true })
  for (const type of ["focusin", "focusout"]) document.addEventListener(type, look, { signal })
  look()
  return () => {
    clearTimeout(leaving)
    listening.abort()
  }
}

/**
 * True while rows must keep their places because a person may be about to press one (UX-5). `hold` is the ref of their
 * container.
 */
export const useHold = () => {
  const [isHeld, setHeld] = useState(false)
  const hold = useCallback(
    (element: HTMLElement | null) => (element === null ? undefined : watchHold(element, setHeld)),
    [],
  )
  return { isHeld, hold }
}
