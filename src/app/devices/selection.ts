import { createContext, useCallback, useContext, useMemo, useState } from "react"
import type { State } from "../../domain/product/state.ts"
import { memo } from "../../domain/views/memo.ts"
import { useView } from "../client/client.ts"
import { alone, extended, NO_IDS, nothingChosen, type Ranged, ranged, reached, toggled } from "./range.ts"

/** The devices chosen for a bulk action (DEVICE-13). Checkboxes show only while a person chooses devices. */
export interface Selection {
  readonly chosen: ReadonlySet<string>
  readonly isChoosing: boolean
  readonly start: () => void
  readonly toggle: (did: string) => void
  /** Chooses all devices from the last chosen one up to this one, in place of the range before. */
  readonly extend: (did: string, ids: readonly string[]) => void
  /** Extends the range by a key step from one device to another. */
  readonly extendTo: (from: string, to: string, ids: readonly string[]) => void
  readonly choose: (dids: readonly string[]) => void
  readonly clear: () => void
}

export const SelectionContext = createContext<Selection>({
  chosen: NO_IDS,
  isChoosing: false,
  start: () => undefined,
  toggle: () => undefined,
  extend: () => undefined,
  extendTo: () => undefined,
  choose: () => undefined,
  clear: () => undefined,
})

export const useSelection = (): Selection => useContext(SelectionContext)

const accountOf = ({ session }: State): string | null => session.current?.account ?? null

const NONE_GONE: readonly string[] = []

/** The chosen devices that are neither on the list nor on this network any more. */
const makeGone = () =>
  memo(
    (bound: State["devices"]["bound"], near: State["lan"]["byDid"], chosen: ReadonlySet<string>): readonly string[] =>
      [...chosen].filter((did) => bound.get(did) === undefined && near.get(did) === undefined),
  )

/** The selection belongs to the account that was shown. An account that signs in meanwhile has none (AUTH-13). */
export const useNewSelection = (): Selection => {
  const account = useView(accountOf) ?? null
  const [made, setMade] = useState({ account, isChoosing: false, ...nothingChosen })
  const isOwn = made.account === account
  const wanted = isOwn ? made.chosen : NO_IDS
  const goneOf = useMemo(makeGone, [])
  const gone =
    useView(useCallback(({ devices, lan }: State) => goneOf(devices.bound, lan.byDid, wanted), [goneOf, wanted])) ??
    NONE_GONE
  // Keeps the same set while no device left, because a new set renders all cards.
  const chosen = useMemo(() => {
    if (gone.length === 0) return wanted
    const left = new Set(wanted)
    for (const did of gone) left.delete(did)
    return left
  }, [wanted, gone])
  const isChoosing = isOwn && made.isChoosing
  const change = useCallback(
    (isChoosing: boolean, next: (before: Ranged) => Ranged) =>
      setMade((before) => ({ account, isChoosing, ...next(before.account === account ? before : nothingChosen) })),
    [account],
  )
  return useMemo(
    () => ({
      chosen,
      isChoosing,
      start: () => change(true, ranged),
      toggle: (did) => change(true, toggled(did)),
      extend: (did, ids) => change(true, extended(did, ids)),
      extendTo: (from, to, ids) => change(true, reached(from, to, ids)),
      choose: (dids) => change(true, () => alone(dids)),
      clear: () => change(false, () => nothingChosen),
    }),
    [chosen, isChoosing, change],
  )
}
