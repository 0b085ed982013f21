import { lanDevicesOf } from "../features/lan/state.ts"
import type { State } from "../product/state.ts"
import { FLAG_NO_FIRMWARE, FLAG_NO_SOUND, FLAG_ONE_MODE } from "../wire/deviceFlags.ts"

/** The abilities of a device. */
export interface Abilities {
  /** True when it has no other mode. */
  readonly hasOneMode: boolean
  readonly hasFirmware: boolean
  readonly hasSound: boolean
}

export const abilitiesOf = (flags: number): Abilities => ({
  hasOneMode: (flags & FLAG_ONE_MODE) !== 0,
  hasFirmware: (flags & FLAG_NO_FIRMWARE) === 0,
  hasSound: (flags & FLAG_NO_SOUND) === 0,
})

/**
 * All flags that a device has reported: on this network, before it left the network, or to the account's server. 0
 * while nothing is known.
 */
export const flagsSaid = ({ session: { current }, devices, lan }: State, did: string): number => {
  const bound = current !== null && devices.account === current.account ? devices.bound.get(did) : undefined
  const [near] = lanDevicesOf(lan, did)
  if (bound !== undefined || near !== undefined) return (bound?.flags ?? 0) | (near?.flags ?? 0)
  return lan.left.values().find((device) => device.did === did)?.flags ?? 0
}
