import { type MouseEvent, type PointerEvent, useRef } from "react"

/** How long a finger rests on a device to choose it, ms. */
const LONG_MS = 500
/** A finger that moves further than this scrolls, px. */
const STILL_PX = 10

/** The id of the device under a finger; undefined where the finger is on another control. */
const pressedOn = (target: EventTarget): string | undefined => {
  if (!(target instanceof Element) || target.closest("button:not(.hit), a, label, input") !== null) return undefined
  return target.closest<HTMLElement>("[data-did]")?.dataset.did
}

interface Finger {
  readonly id: string
  readonly x: number
  readonly y: number
  readonly timer: number
}

/**
 * A long press on a device of a list. Measures the time, because iPhones open no context menu. Where the browser would
 * open one, this prevents it, and the release of the finger presses nothing.
 */
export const useLongPress = (onLong: (id: string) => void) => {
  const finger = useRef<Finger | null>(null)
  const isHeld = useRef(false)
  const leave = () => {
    clearTimeout(finger.current?.timer)
    finger.current = null
  }
  const hold = (id: string) => {
    leave()
    isHeld.current = true
    onLong(id)
  }
  return {
    onPointerDown: ({ pointerType, isPrimary, target, clientX: x, clientY: y }: PointerEvent<HTMLElement>) => {
      leave()
      isHeld.current = false
      const id = pressedOn(target)
      if (pointerType !== "touch" || !isPrimary || id === undefined) return
      finger.current = { id, x, y, timer: window.setTimeout(() => hold(id), LONG_MS) }
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent<HTMLElement>) => {
      const from = finger.current
      if (from !== null && Math.hypot(clientX - from.x, clientY - from.y) > STILL_PX) leave()
    },
    onPointerUp: leave,
    onPointerCancel: leave,
    onContextMenu: (event: MouseEvent<HTMLElement>) => {
      if (finger.current !== null) hold(finger.current.id)
      if (isHeld.current) event.preventDefault()
    },
    onClickCapture: (event: MouseEvent<HTMLElement>) => {
      if (!isHeld.current) return
      isHeld.current = false
      event.preventDefault()
      event.stopPropagation()
    },
  }
}
