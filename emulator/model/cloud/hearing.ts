import { arrive, latestBeat } from "../devices/power.ts"
import type { Device, SelfReport } from "../devices/record.ts"
import type { State } from "../state.ts"
import type { Bound } from "./state.ts"

/** How the cloud comes to know of devices: by their heartbeats, and by nothing else. */

/** A heartbeat as it arrives. */
export interface Beat extends SelfReport {
  readonly did: string
  /** SHA-256 of the device's public key, lower-case hexadecimal; unset where there are no sockets. */
  readonly key?: string
}

/** Takes a heartbeat in. Its answer brings the device a name that it was given meanwhile. */
export const hearBeat = (state: State, { did, name, model, build, mac, key }: Beat, at: number): void => {
  const bound = state.bound.get(did)
  if (bound === undefined) return
  Object.assign(bound, { model, build, mac, lastSeen: at, ...(key !== undefined && { key }) })
  if (bound.renamed) passName(state, bound)
  else bound.name = name
}

/** Tells the device its new name. */
export const passName = (state: State, bound: Bound): void => {
  const device = state.devices.get(bound.did)
  if (device === undefined) return
  bound.renamed = false
  if (device.name === bound.name) return
  device.name = bound.name
  state.tell({ kind: "changed", did: device.did })
}

/** What a device would say of itself in a heartbeat. */
export const beatOf = ({ did, name, model, build, mac }: Device): Beat => ({ did, name, model, build, mac })

/** Heartbeats until `now` of a device; in an unattended world they have arrived. */
export const listenTo = (state: State, did: string, now: number): void => {
  const device = state.devices.get(did)
  if (device === undefined || state.attended) return
  arrive(device, now)
  const at = latestBeat(device, now)
  if (at !== null) hearBeat(state, beatOf(device), at)
}
