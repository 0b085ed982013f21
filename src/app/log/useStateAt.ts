import { useEffect, useMemo, useState } from "react"
import type { State } from "../../domain/product/state.ts"
import type { FleetLog } from "../../domain/views/fleetLog.ts"
import { FoldedStates } from "./foldedStates.ts"
import type { OpenedLog } from "./openedLog.ts"
import { fleetLogAt } from "./useFleetLog.ts"

/** The states before and after an event. */
export interface StatesAround {
  readonly seq: number
  readonly before: State
  readonly after: State
  /** The fleet as the log reports it up to this event. */
  readonly fleet: FleetLog
}

/**
 * The states around an event, or the last known ones while others are folded; null before the first are known, and
 * while no event is selected.
 */
export const useStateAt = (opened: OpenedLog, seq: number | null): StatesAround | null => {
  const states = useMemo(() => new FoldedStates(opened.source), [opened])
  const [around, setAround] = useState<StatesAround | null>(null)
  useEffect(() => {
    if (seq === null) return setAround(null)
    let over = false
    const isOver = () => over
    const look = async () => {
      const before = await states.stateAt(Math.max(opened.index.first - 1, seq - 1), isOver)
      const after = await states.stateAt(seq, isOver)
      if (before === null || after === null || over) return
      const fleet = await fleetLogAt(opened.source, seq, after, opened.index.timeOf(seq), isOver)
      if (!over) setAround({ seq, before, after, fleet })
    }
    look().catch(() => undefined)
    return () => {
      over = true
    }
  }, [states, opened, seq])
  return around
}
