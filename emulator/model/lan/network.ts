import type { Announced } from "../../../src/domain/wire/device/discovery.ts"
import { arrive, isUp, hearMagic as wakesDevice } from "../devices/power.ts"
import { type EmulatedDevice, flagsOf } from "../devices/record.ts"
import type { WorldState } from "../state.ts"
import { hearMagic as wakesHost } from "./hosts.ts"

/** The network of this machine: answers probes, and delivers magic packets. */

/** Bit 1 of `cloud_type`: bound to an account (DEVICE-7). */
export const BOUND = 1

/** The id of a device on its network. */
export const lanIdOf = (did: string): string => `n-${did}`

export const announcedOf = (device: EmulatedDevice, now: number): Announced => ({
  id: lanIdOf(device.did),
  did: device.did,
  name: device.name,
  model: device.model,
  cloud_type: device.kind === "cloud" ? BOUND : 0,
  timestamp: now,
  is_usb: device.kind === "usb" || device.mode === "usb",
  is_hid: device.mode === "hid",
  flags: flagsOf(device.mac),
  build: device.build,
  link: device.kind === "usb" ? "usb" : "lan",
})

/** The device's current answer to a probe. Undefined for silence. */
export const answerProbe = (device: EmulatedDevice, now: number): Announced | undefined => {
  arrive(device, now)
  return device.near && isUp(device, now) ? announcedOf(device, now) : undefined
}

/** Delivers a magic packet for `mac` to the network. A packet has no reply, so a missing host is no error. */
export const spreadMagic = (state: WorldState, mac: string, now: number): void => {
  for (const device of state.devices.values())
    if (wakesDevice(device, mac, now)) state.tell({ kind: "changed", did: device.did })
  for (const host of state.hosts.values()) if (wakesHost(host, mac, now)) state.tell({ kind: "changed", did: host.did })
}
