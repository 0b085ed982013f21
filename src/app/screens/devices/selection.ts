import { createContext, useCallback, useContext, useMemo, useState } from "react"

/** The devices chosen for one action together (DEVICE-13). Checkboxes show only while devices are being chosen. */
export interface Selection {
  readonly chosen: ReadonlySet<string>
  readonly isChoosing: boolean
  readonly start: () => void
  readonly toggle: (did: string) => void
  readonly choose: (dids: readonly string[]) => void
  readonly clear: () => void
}

const NOTHING: ReadonlySet<string> = new Set()

export const SelectionContext = createContext<Selection>({
  chosen: NOTHING,
  isChoosing: false,
  start: () => undefined,
  toggle: () => undefined,
  choose: () => undefined,
  clear: () => undefined,
})

export const useSelection = (): Selection => useContext(SelectionContext)

export const useNewSelection = (): Selection => {
  const [chosen, setChosen] = useState(NOTHING)
  const [isChoosing, setChoosing] = useState(false)
  const start = useCallback(() => setChoosing(true), [])
  const toggle = useCallback(
    (did: string) =>
      setChosen((before) => {
        const next = new Set(before)
        if (!next.delete(did)) next.add(did)
        return next
      }),
    [],
  )
  const choose = useCallback((dids: readonly string[]) => setChosen(new Set(dids)), [])
  const clear = useCallback(() => {
    setChoosing(false)
    setChosen(NOTHING)
  }, [])
  return useMemo(
    () => ({ chosen, isChoosing, start, toggle, choose, clear }),
    [chosen, isChoosing, start, toggle, choose, clear],
  )
}
