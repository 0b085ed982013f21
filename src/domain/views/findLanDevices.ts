import type { LanState } from "../features/lan/state.ts"
import type { State } from "../product/state.ts"
import { type DeviceFilter, type FilterContext, facetsOfLan, hasFilter, passes } from "./deviceFilter.ts"
import { sameIds } from "./findDevices.ts"
import { answered } from "./lan.ts"
import { haystackOf, matches, needleOf } from "./search.ts"

type LanQuery = DeviceFilter & { readonly search: string }

const finds = (
  { devices, left, macs }: LanState,
  query: LanQuery,
  own: readonly string[],
  here: boolean,
  latest: FilterContext["latest"],
): readonly string[] => {
  const needle = needleOf(query.search)
  const isOpen = !hasFilter(query)
  if (needle === null && isOpen) return own
  return own.filter((id) => {
    const device = devices.get(id) ?? left.get(id)
    if (device === undefined) return false
    const { did, name, addr } = device
    if (!isOpen && !passes(query, facetsOfLan(device, here && devices.has(id), latest))) return false
    return needle === null || matches(needle, haystackOf({ name, id: did, ip: addr, mac: macs.get(did) ?? null }))
  })
}

/**
 * Finds devices of this network that are on no list of the account, by name, IP, MAC and id, and by a filter
 * (DEVICE-12). Returns the same list while nothing in it has changed. One finder serves one screen.
 */
export const makeLanFinder = () => {
  let last: { readonly of: readonly unknown[]; readonly ids: readonly string[] } | undefined
  return (state: State, query: LanQuery): readonly string[] => {
    const { own, here } = answered(state)
    const { latest } = state.firmware
    const of = [own, state.lan.devices, state.lan.macs, query, here, latest]
    if (last === undefined || of.some((part, index) => part !== last?.of[index])) {
      const ids = finds(state.lan, query, own, here, latest)
      last = { of, ids: last !== undefined && sameIds(last.ids, ids) ? last.ids : ids }
    }
    return last.ids
  }
}
