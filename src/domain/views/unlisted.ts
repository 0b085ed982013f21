import { lanDevicesOf } from "../features/lan/state.ts"
import type { State } from "../product/state.ts"
import type { NamedDevice } from "./batch.ts"
import { type LanDeviceView, lanViewOf } from "./lan.ts"

/**
 * Sorts devices chosen for one action: those on this network that are on no list of the account, and those of other
 * owners (DEVICE-13, PICTURE-5).
 */

const isListed = ({ session, devices }: State, did: string): boolean =>
  session.current !== null && devices.account === session.current.account && devices.bound.has(did)

/** Devices that answer on this network only, in the chosen order. */
export const unlisted = (state: State, dids: readonly string[]): readonly NamedDevice[] =>
  dids.flatMap((did) => {
    const [near] = isListed(state, did) ? [] : lanDevicesOf(state.lan, did)
    return near === undefined ? [] : [{ did, name: near.name }]
  })

/** Devices on the list of the account. */
export const listed = (state: State, dids: readonly string[]): readonly string[] =>
  dids.filter((did) => isListed(state, did))

/** The owner who shares a device with the signed-in person, "" where unknown; null for an own device. */
export const sharedBy = ({ devices }: State, did: string): string | null => {
  const device = devices.bound.get(did)
  return device?.shared === true ? device.owner.trim() : null
}

/** The connection on this network of a device that is on no list of the account; null for any other. */
export const unlistedView = (state: State, did: string): LanDeviceView | null =>
  isListed(state, did) ? null : lanViewOf(state, did)
