import { lanDevicesOf } from "../features/lan/state.ts"
import type { State } from "../product/state.ts"
import type { NamedDevice } from "./batch.ts"
import { lanDeviceAt } from "./lan.ts"

/** Devices chosen for one action that are on this network and on no list of the account (DEVICE-13, PICTURE-5). */

const isListed = ({ session, devices }: State, did: string): boolean =>
  session.current !== null && devices.account === session.current.account && devices.bound.has(did)

/** Those that answer on this network only, in the order in which they were chosen. */
export const unlisted = (state: State, dids: readonly string[]): readonly NamedDevice[] =>
  dids.flatMap((did) => {
    const [near] = isListed(state, did) ? [] : lanDevicesOf(state.lan, did)
    return near === undefined ? [] : [{ did, name: near.name }]
  })

/** Those on the list of the account. */
export const listed = (state: State, dids: readonly string[]): readonly string[] =>
  dids.filter((did) => isListed(state, did))

/** The ids by which devices of this network are chosen, of those with these ids there. */
export const didsOf = (state: State, ids: readonly string[]): readonly string[] =>
  ids.flatMap((id) => lanDeviceAt(state, id)?.did ?? [])
