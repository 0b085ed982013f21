import { forgive } from "../../../src/domain/wire/device/passcode.ts"
import type { WorldState } from "../state.ts"
import { arrive, cutPower, hush, setPower } from "./power.ts"
import type { EmulatedDevice } from "./record.ts"

/** A change of a device at the emulator's console, and its report to the cloud. */

export interface DeviceChange {
  readonly power?: EmulatedDevice["power"] | undefined
  /** With power "off": time until power returns, ms. 0 or undefined for never. */
  readonly backAfterMs?: number | undefined
  readonly name?: string | undefined
  readonly passcode?: string | undefined
  readonly build?: number | undefined
  readonly mode?: EmulatedDevice["mode"] | undefined
  readonly lastSeen?: number | undefined
}

/** A change at the console is visible at once: the cloud gets the name and the build without a heartbeat. */
const tellCloud = (state: WorldState, { did, name, build }: EmulatedDevice, change: DeviceChange): void => {
  const bound = state.bound.get(did)
  if (bound === undefined) return
  if (change.name !== undefined) Object.assign(bound, { name, renamed: false })
  if (change.build !== undefined) bound.build = build
}

/**
 * A given time of last presence stays until the device is turned on, rebooted or woken. Until then it sends no
 * heartbeat.
 */
const setLastSeen = (state: WorldState, device: EmulatedDevice, at: number): void => {
  hush(device)
  device.aliveBefore = at
  const bound = state.bound.get(device.did)
  if (bound !== undefined) bound.lastSeen = at
}

export const changeDevice = (state: WorldState, device: EmulatedDevice, change: DeviceChange, now: number): void => {
  arrive(device, now)
  if (change.name !== undefined) device.name = change.name
  if (change.passcode !== undefined) {
    device.passcode = change.passcode
    forgive(device)
  }
  if (change.build !== undefined) device.build = change.build
  if (change.mode !== undefined) device.mode = change.mode
  tellCloud(state, device, change)
  const wasOn = device.power === "on"
  if (change.power === "off") cutPower(device, now, change.backAfterMs ?? 0)
  else if (change.power !== undefined) setPower(device, change.power, now)
  if (change.lastSeen !== undefined) setLastSeen(state, device, change.lastSeen)
  const isGone = wasOn && device.power !== "on"
  state.tell(isGone ? { kind: "gone", did: device.did, reason: "power" } : { kind: "changed", did: device.did })
}
