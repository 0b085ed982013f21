import { useState } from "react"
import type { ViewerStage } from "./useViewer.ts"

export interface Sticky {
  /** Modifiers that apply to the next key. */
  readonly held: readonly number[]
  readonly toggle: (keysym: number) => void
  readonly press: (keysym: number) => void
  readonly type: (text: string) => void
}

/** Keys for people who cannot hold one while they press another: a modifier waits for the next key (SCREEN-5). */
export const useSticky = (act: ViewerStage["act"]): Sticky => {
  const [held, setHeld] = useState<readonly number[]>([])
  const over = () => {
    if (held.length > 0) setHeld([])
  }
  return {
    held,
    toggle: (keysym) =>
      setHeld((before) => (before.includes(keysym) ? before.filter((each) => each !== keysym) : [...before, keysym])),
    press: (keysym) => {
      act((viewer) => viewer.press([...held, keysym]))
      over()
    },
    type: (text) => {
      let modifiers = held
      for (const character of text.replace(/\r\n?/g, "\n")) {
        const pressed = modifiers
        act((viewer) => viewer.type(character, pressed))
        modifiers = []
      }
      over()
    },
  }
}
