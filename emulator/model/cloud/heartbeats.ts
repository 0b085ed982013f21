import type { Beat, NewName } from "../../../src/domain/wire/device/heartbeat.ts"
import { arrive, latestBeat } from "../devices/power.ts"
import type { EmulatedDevice } from "../devices/record.ts"
import type { WorldState } from "../state.ts"
import type { Bound } from "./state.ts"

/** The cloud learns about devices only by their heartbeats. */

/** Processes a heartbeat. The answer brings the device a name that it received meanwhile. */
export const hearBeat = (state: WorldState, { did, name, model, build, mac, key, flags }: Beat, at: number): void => {
  const bound = state.bound.get(did)
  if (bound === undefined) return
  const said = { ...(key !== undefined && { key }), ...(flags !== undefined && { flags }) }
  Object.assign(bound, { model, build, mac, lastSeen: at, ...said })
  if (!bound.renamed) bound.name = name
  else if (name === bound.name) bound.renamed = false
  else passName(state, bound)
}

/** The names for devices that live elsewhere, which the answer to these heartbeats must bring. */
export const newNames = (state: WorldState, beats: readonly Beat[]): readonly NewName[] =>
  beats.flatMap(({ did }) => {
    const bound = state.bound.get(did)
    return bound?.renamed === true ? [{ did, name: bound.name }] : []
  })

/**
 * Sends the device its new name. For a device elsewhere only its next heartbeat proves the name, because an answer may
 * be lost.
 */
export const passName = (state: WorldState, bound: Bound): void => {
  const device = state.devices.get(bound.did)
  if (device === undefined || device.isElsewhere === true) return
  bound.renamed = false
  if (device.name === bound.name) return
  device.name = bound.name
  state.tell({ kind: "changed", did: device.did })
}

/** The heartbeat of a device in its current state. */
export const beatOf = ({ did, name, model, build, mac }: EmulatedDevice): Beat => ({ did, name, model, build, mac })

/** Processes the heartbeats of a device until `now`. In an unattended world they have all arrived. */
export const listenTo = (state: WorldState, did: string, now: number): void => {
  const device = state.devices.get(did)
  if (device === undefined || state.attended) return
  arrive(device, now)
  const at = latestBeat(device, now)
  if (at !== null) hearBeat(state, beatOf(device), at)
}
