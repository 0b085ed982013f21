import { lanDevicesOf } from "../features/lan/state.ts"
import type { State } from "../product/state.ts"
import type { NamedDevice } from "./batch.ts"
import { lanDeviceAt } from "./lan.ts"

/** Of devices chosen for one action: those on this network that are on no list of the account, and those of others (DEVICE-13, PICTURE-5). */

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

/** Who shares a device with the person signed in, "" where that is unknown; null for one of their own. */
export const sharedBy = ({ devices }: State, did: string): string | null => {
  const device = devices.bound.get(did)
  return device?.shared === true ? device.owner.trim() : null
}

/** The ids by which devices of this network are chosen, of those with these ids there. */
export const didsOf = (state: State, ids: readonly string[]): readonly string[] =>
  ids.flatMap((id) => lanDeviceAt(state, id)?.did ?? [])
