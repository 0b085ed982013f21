import { useEffect, useMemo, useState } from "react"
import type { State } from "../../domain/product/state.ts"
import type { OpenedLog } from "./openedLog.ts"
import { Timeline } from "./timeline.ts"

/** What an event found and what it left. */
export interface Around {
  readonly seq: number
  readonly before: State
  readonly after: State
}

/** The states around an event, the last ones known while others are folded; null before the first. */
export const useStateAt = (opened: OpenedLog, seq: number | null): Around | null => {
  const timeline = useMemo(() => new Timeline(opened.source), [opened])
  const [around, setAround] = useState<Around | null>(null)
  useEffect(() => {
    if (seq === null) {
      setAround(null)
      return
    }
    let over = false
    const isOver = () => over
    const look = async () => {
      const before = await timeline.stateAt(Math.max(opened.index.first - 1, seq - 1), isOver)
      const after = await timeline.stateAt(seq, isOver)
      if (before !== null && after !== null && !over) setAround({ seq, before, after })
    }
    look().catch(() => undefined)
    return () => {
      over = true
    }
  }, [timeline, opened, seq])
  return around
}
