import { createContext, useCallback, useContext, useMemo, useRef, useState } from "react"
import type { State } from "../../../domain/product/state.ts"
import { useView } from "../../client/client.ts"

/** The devices chosen for one action together (DEVICE-13). Checkboxes show only while devices are being chosen. */
export interface Selection {
  readonly chosen: ReadonlySet<string>
  readonly isChoosing: boolean
  readonly start: () => void
  readonly toggle: (did: string) => void
  /** Everything from the one chosen last up to this one. */
  readonly extend: (did: string, ids: readonly string[]) => void
  readonly choose: (dids: readonly string[]) => void
  readonly clear: () => void
}

const NOTHING: ReadonlySet<string> = new Set()

export const SelectionContext = createContext<Selection>({
  chosen: NOTHING,
  isChoosing: false,
  start: () => undefined,
  toggle: () => undefined,
  extend: () => undefined,
  choose: () => undefined,
  clear: () => undefined,
})

export const useSelection = (): Selection => useContext(SelectionContext)

const accountOf = ({ session }: State): string | null => session.current?.account ?? null

/** Belongs to the account in whose sight it was made: whoever signs in meanwhile has chosen nothing (AUTH-13). */
export const useNewSelection = (): Selection => {
  const account = useView(accountOf) ?? null
  const [made, setMade] = useState({ account, chosen: NOTHING, isChoosing: false })
  const isOwn = made.account === account
  const chosen = isOwn ? made.chosen : NOTHING
  const isChoosing = isOwn && made.isChoosing
  const change = useCallback(
    (isChoosing: boolean, next: (before: ReadonlySet<string>) => ReadonlySet<string>) =>
      setMade((before) => ({
        account,
        isChoosing,
        chosen: next(before.account === account ? before.chosen : NOTHING),
      })),
    [account],
  )
  const anchor = useRef<string | null>(null)
  return useMemo(
    () => ({
      chosen,
      isChoosing,
      start: () => change(true, (before) => before),
      toggle: (did) => {
        anchor.current = did
        change(true, (before) => {
          const next = new Set(before)
          if (!next.delete(did)) next.add(did)
          return next
        })
      },
      extend: (did, ids) => {
        const from = anchor.current === null ? -1 : ids.indexOf(anchor.current)
        const to = ids.indexOf(did)
        if (from < 0) anchor.current = did
        const range = from < 0 ? [did] : ids.slice(Math.min(from, to), Math.max(from, to) + 1)
        change(true, (before) => new Set([...before, ...range]))
      },
      choose: (dids) => change(true, () => new Set(dids)),
      clear: () => change(false, () => NOTHING),
    }),
    [chosen, isChoosing, change],
  )
}
