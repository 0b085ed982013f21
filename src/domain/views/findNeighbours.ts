import type { LanState } from "../features/lan/state.ts"
import type { State } from "../product/state.ts"
import { answered } from "./lan.ts"
import { haystackOf, matches, needleOf } from "./search.ts"

const finds = ({ devices, left, macs }: LanState, search: string, own: readonly string[]): readonly string[] => {
  const needle = needleOf(search)
  if (needle === null) return own
  return own.filter((id) => {
    const device = devices.get(id) ?? left.get(id)
    if (device === undefined) return false
    const { did, name, addr } = device
    return matches(needle, haystackOf({ name, id: did, ip: addr, mac: macs.get(did) ?? null }))
  })
}

/**
 * Finds devices of this network that are on no list of the account, by name, IP, MAC and id (DEVICE-12): the same list
 * while nothing of it has changed. One finder serves one screen.
 */
export const makeNeighbourFinder = () => {
  let last: { readonly of: readonly unknown[]; readonly ids: readonly string[] } | undefined
  return (state: State, search: string): readonly string[] => {
    const { own } = answered(state)
    const of = [own, state.lan.devices, state.lan.macs, search.trim()]
    if (last === undefined || of.some((part, index) => part !== last?.of[index]))
      last = { of, ids: finds(state.lan, search, own) }
    return last.ids
  }
}
