import type { Draft } from "../decider/draft.ts"
import type { AccountKey } from "../values/identity.ts"
import { RECENT_MACS_KEPT } from "../values/limits.ts"
import { type Mac, parseMac } from "../values/mac.ts"
import type { Intent } from "../wire/intent.ts"

/** MAC addresses that were typed in to wake a computer, by account, the latest first (WAKE-4). */
export type WakesState = ReadonlyMap<AccountKey, readonly Mac[]>
export const initialWakes: WakesState = new Map()

const NONE: readonly Mac[] = []

export const recentMacs = (state: WakesState, account: AccountKey | null): readonly Mac[] =>
  (account === null ? undefined : state.get(account)) ?? NONE

/** What a queued action tells: its events are the outbox's, and no other is needed. */
export const rememberMac = (state: WakesState, account: AccountKey, intent: Intent, draft: Draft): WakesState => {
  const mac = manualMac(intent)
  if (mac === null) return state
  const next = draft.edit(state)
  const others = recentMacs(state, account).filter((known) => known !== mac)
  next.set(account, [mac, ...others].slice(0, RECENT_MACS_KEPT))
  return next
}

/** S 7: a payload of type 1 names the MAC address. */
const manualMac = (intent: Intent): Mac | null => {
  if (intent.call !== "request_device" || intent.input.cmd !== "wol") return null
  const { payload } = intent.input
  if (typeof payload !== "object" || payload === null || Reflect.get(payload, "type") !== 1) return null
  const mac = parseMac(String(Reflect.get(payload, "mac")))
  return mac.ok ? mac.value : null
}
