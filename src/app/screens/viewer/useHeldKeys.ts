import { useEffect, useRef } from "react"
import type { ViewerStage } from "./useViewer.ts"

/**
 * The keys that are down at the device. When the picture no longer takes keys, nobody hears here that they go up: they are
 * let go at once, or Ctrl and Alt would stay down there.
 */
export const useHeldKeys = (send: ViewerStage["send"], takesKeys: boolean) => {
  const held = useRef(new Map<string, string>())
  const latest = useRef(send)
  latest.current = send
  const letGo = useRef(() => {
    for (const [code, key] of held.current) latest.current({ kind: "key", code, key, down: false })
    held.current.clear()
  }).current
  useEffect(() => (takesKeys ? letGo : undefined), [takesKeys, letGo])
  const press = (code: string, key: string, down: boolean): void => {
    if (down) held.current.set(code, key)
    else held.current.delete(code)
    send({ kind: "key", code, key, down })
  }
  return { press, letGo }
}
