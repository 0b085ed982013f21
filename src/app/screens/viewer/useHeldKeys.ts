import { type KeyboardEvent, type PointerEvent, useEffect, useRef, type WheelEvent } from "react"
import { type Handled, handleStroke, letGo, type Modifiers, noKeys, settle } from "../../viewer/heldKeys.ts"
import type { ViewerStage } from "./useViewer.ts"

type WithModifiers = KeyboardEvent | PointerEvent | WheelEvent

const modifiersOf = (event: WithModifiers): Modifiers => ({
  ctrl: event.ctrlKey,
  shift: event.shiftKey,
  alt: event.altKey,
  altGraph: event.getModifierState("AltGraph"),
  meta: event.metaKey,
})

const isMac = (): boolean => /mac|iphone|ipad/i.test(navigator.platform)

/**
 * The keys that are down at the device. When the picture no longer takes keys, nobody reports here that they go up: they are
 * let go at once, or Ctrl and Alt would stay down there.
 */
export const useHeldKeys = (send: ViewerStage["send"], takesKeys: boolean) => {
  const keys = useRef(noKeys)
  const latest = useRef(send)
  latest.current = send
  const take = useRef(([next, changes]: Handled) => {
    keys.current = next
    for (const change of changes) latest.current({ kind: "key", ...change })
  }).current
  const release = useRef(() => take(letGo(keys.current))).current
  useEffect(() => {
    if (!takesKeys) return
    const hidden = () => {
      if (document.visibilityState === "hidden") release()
    }
    window.addEventListener("blur", release)
    window.addEventListener("pagehide", release)
    document.addEventListener("visibilitychange", hidden)
    return () => {
      window.removeEventListener("blur", release)
      window.removeEventListener("pagehide", release)
      document.removeEventListener("visibilitychange", hidden)
      release()
    }
  }, [takesKeys, release])
  return {
    press: (event: KeyboardEvent, down: boolean): void => {
      const { code, key, timeStamp: at } = event
      take(handleStroke(keys.current, { code, key, down, at, modifiers: modifiersOf(event) }, isMac()))
    },
    /** Pointer events carry the modifiers as well. */
    settle: (event: PointerEvent | WheelEvent): void => take(settle(keys.current, modifiersOf(event))),
    letGo: release,
  }
}
