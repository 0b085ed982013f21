import type { Draft } from "../../event/draft.ts"
import { defineSlice } from "../../event/feature.ts"
import type { AccountKey } from "../../values/identity.ts"
import { RECENT_MACS_KEPT } from "../../values/limits.ts"
import type { Mac } from "../../values/mac.ts"

/** MAC addresses that a person typed to wake a computer, by account, the latest first (WAKE-4). */
export type RecentMacsState = ReadonlyMap<AccountKey, readonly Mac[]>
const initialRecentMacs: RecentMacsState = new Map()

const NONE: readonly Mac[] = []

export const recentMacs = (state: RecentMacsState, account: AccountKey | null): readonly Mac[] =>
  (account === null ? undefined : state.get(account)) ?? NONE

/** Remembers a MAC address that a person typed. It needs no event, because a queued wake holds it. */
export const rememberMac = (
  state: RecentMacsState,
  account: AccountKey,
  mac: Mac | null,
  draft: Draft,
): RecentMacsState => {
  if (mac === null) return state
  const next = draft.edit(state)
  const others = recentMacs(state, account).filter((known) => known !== mac)
  next.set(account, [mac, ...others].slice(0, RECENT_MACS_KEPT))
  return next
}

export const wakes = defineSlice("wakes", initialRecentMacs)
