import { COMMANDS_KEPT, HEARTBEAT_MS, REBOOT_AWAY_MS, WAKE_MS } from "./limits.ts"
import type { Command, Device, Host, State } from "./state.ts"

/** Flags bit 4: a bound MAC address exists (S 3). */
const FLAG_MAC = 4

export const flagsOf = (device: Device): number => (device.mac === null ? 0 : FLAG_MAC)

/** When the cloud last heard of the device, ms since 1970: heartbeats are computed, never stored. */
export const lastSeen = (device: Device, now: number): number => {
  const { beatsFrom } = device
  if (beatsFrom === null || now < beatsFrom) return device.seenBefore
  return beatsFrom + Math.floor((now - beatsFrom) / HEARTBEAT_MS) * HEARTBEAT_MS
}

/** Whether a command reaches it, now or as soon as it has booted: power alone decides, not when it was seen. */
export const isReachable = (device: Device): boolean => device.power === "on"

const bootAt = (device: Device, now: number, from: number): void => {
  device.seenBefore = lastSeen(device, now)
  device.power = "on"
  device.beatsFrom = from
}

export const setPower = (device: Device, power: Device["power"], now: number): void => {
  if (power === "on") {
    if (device.power !== "on" || device.beatsFrom === null) bootAt(device, now, now)
    return
  }
  device.seenBefore = lastSeen(device, now)
  device.beatsFrom = null
  device.power = power
}

/**
 * Says when the device was last seen. That stays what is told, because no heartbeat is noted any more, until the device
 * boots, is powered on or is given another time; whether it can be reached stays as it is.
 */
export const setLastSeen = (device: Device, at: number): void => {
  device.seenBefore = at
  device.beatsFrom = null
}

const record = (device: Device, command: Command): void => {
  device.commands = [...device.commands, command].slice(-COMMANDS_KEPT)
}

/** The device goes away and comes back; a second reboot while it is away starts over. */
export const reboot = (device: Device, uid: string, now: number): void => {
  device.reboots += 1
  record(device, { cmd: "reboot", at: now, uid, mac: null })
  bootAt(device, now, now + REBOOT_AWAY_MS)
}

export const relayNat = (device: Device, uid: string, now: number): void => {
  device.nats += 1
  record(device, { cmd: "nat", at: now, uid, mac: null })
}

/**
 * A magic packet for `mac` on the network of the device: hosts there and the device itself answer to it.
 * Nobody answering is no error: a packet has no reply.
 */
export const wake = (
  state: State,
  device: Device,
  wanted: { readonly uid: string; readonly mac: string; readonly manual: boolean },
  now: number,
): void => {
  device.wakes += 1
  record(device, { cmd: "wol", at: now, uid: wanted.uid, mac: wanted.manual ? wanted.mac : null })
  if (device.power === "asleep" && device.mac === wanted.mac) bootAt(device, now, now + WAKE_MS)
  for (const host of state.hosts.values())
    if (host.mac === wanted.mac && host.awakeFrom === null) host.awakeFrom = now + WAKE_MS
}

export const isAwake = (host: Host, now: number): boolean => host.awakeFrom !== null && host.awakeFrom <= now
