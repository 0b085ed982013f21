import { createContext, useCallback, useContext, useMemo, useState } from "react"

/** The devices chosen for one action together (DEVICE-13). Checkboxes show only while something is chosen. */
export interface Selection {
  readonly chosen: ReadonlySet<string>
  readonly toggle: (did: string) => void
  readonly choose: (dids: readonly string[]) => void
  readonly clear: () => void
}

const NOTHING: ReadonlySet<string> = new Set()

export const SelectionContext = createContext<Selection>({
  chosen: NOTHING,
  toggle: () => undefined,
  choose: () => undefined,
  clear: () => undefined,
})

export const useSelection = (): Selection => useContext(SelectionContext)

export const useNewSelection = (): Selection => {
  const [chosen, setChosen] = useState(NOTHING)
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
  const clear = useCallback(() => setChosen(NOTHING), [])
  return useMemo(() => ({ chosen, toggle, choose, clear }), [chosen, toggle, choose, clear])
}
