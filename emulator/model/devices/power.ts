import { COMMANDS_KEPT, HEARTBEAT_MS, LOADER_STARTS, REBOOT_AWAY_MS, WAKE_MS } from "../limits.ts"
import type { CloudCommand, EmulatedDevice } from "./record.ts"

/** Power, starts and heartbeats of a device. This code has no timers: each query first brings the device up to date. */

const start = (device: EmulatedDevice, now: number, up: number): void => {
  const { ready } = device.firmware
  const left = ready?.startsLeft ?? 0
  device.firmware = {
    ...device.firmware,
    // The loader counts the try before it starts, so that a power cut during the start counts too.
    ready: ready === null || left === 0 ? null : { ...ready, startsLeft: left - 1 },
    trying: left > 0,
  }
  device.aliveBefore = latestBeat(device, now) ?? device.aliveBefore
  device.power = "on"
  device.powerBackAt = null
  device.upFrom = up
  device.beatsFrom = up
}

const confirm = (device: EmulatedDevice): void => {
  const { slot, ready } = device.firmware
  if (ready !== null) device.build = ready.build
  device.firmware = { slot: slot === "a" ? "b" : "a", ready: null, trying: false }
}

/** Brings the device to `now`: returns power, and accepts new firmware that has started well. */
export const arrive = (device: EmulatedDevice, now: number): void => {
  const { powerBackAt } = device
  if (powerBackAt !== null && powerBackAt <= now) start(device, powerBackAt, powerBackAt + REBOOT_AWAY_MS)
  if (device.firmware.trying && isUp(device, now)) confirm(device)
}

/** True when the device runs and answers. */
export const isUp = (device: EmulatedDevice, now: number): boolean => device.upFrom !== null && device.upFrom <= now

/** The time of the last heartbeat, ms since 1970. Null when the device has sent none since its start. */
export const latestBeat = (device: EmulatedDevice, now: number): number | null => {
  const { beatsFrom } = device
  if (beatsFrom === null || now < beatsFrom) return null
  return beatsFrom + Math.floor((now - beatsFrom) / HEARTBEAT_MS) * HEARTBEAT_MS
}

/**
 * True when a command reaches the device, now or after its start. Only power decides, not the time of last presence.
 */
export const isReachable = (device: EmulatedDevice): boolean => device.power === "on"

/** Without power the device loses its time, its heartbeats, and a start in progress. */
const stop = (device: EmulatedDevice, power: "asleep" | "off", now: number): void => {
  device.aliveBefore = latestBeat(device, now) ?? device.aliveBefore
  device.power = power
  device.powerBackAt = null
  device.upFrom = null
  device.beatsFrom = null
  device.firmware = { ...device.firmware, trying: false }
}

/** Turning on a device that is on only restarts its heartbeats. */
export const setPower = (device: EmulatedDevice, power: EmulatedDevice["power"], now: number): void => {
  arrive(device, now)
  if (power !== "on") stop(device, power, now)
  // A device turned on by hand is up at once, unless it has new firmware to try.
  else if (device.power !== "on") start(device, now, device.firmware.ready === null ? now : now + REBOOT_AWAY_MS)
  else device.beatsFrom ??= now
}

/** Cuts the power now. It returns after `ms`, never when that is 0. */
export const cutPower = (device: EmulatedDevice, now: number, ms: number): void => {
  stop(device, "off", now)
  device.powerBackAt = ms === 0 ? null : now + ms
}

/** Stops the heartbeats until the device is turned on, rebooted or woken. */
export const hush = (device: EmulatedDevice): void => {
  device.beatsFrom = null
}

const record = (device: EmulatedDevice, command: CloudCommand): void => {
  device.commands = [...device.commands, command].slice(-COMMANDS_KEPT)
}

/** Takes the device down and up again. A second reboot meanwhile starts over. */
export const reboot = (device: EmulatedDevice, uid: string, now: number): void => {
  device.reboots += 1
  record(device, { cmd: "reboot", at: now, uid, mac: null })
  start(device, now, now + REBOOT_AWAY_MS)
}

/** Restarts into an image that is installed in the other slot. */
export const restartInto = (device: EmulatedDevice, build: number, now: number): void => {
  device.firmware = { ...device.firmware, ready: { build, startsLeft: LOADER_STARTS } }
  start(device, now, now + REBOOT_AWAY_MS)
}

export const noteNat = (device: EmulatedDevice, uid: string, now: number): void => {
  device.nats += 1
  record(device, { cmd: "nat", at: now, uid, mac: null })
}

/** Records a request to send a magic packet. */
export const noteWake = (device: EmulatedDevice, uid: string, mac: string | null, now: number): void => {
  device.wakes += 1
  record(device, { cmd: "wol", at: now, uid, mac })
}

/** A magic packet with the device's own MAC wakes it when it sleeps. */
export const hearMagic = (device: EmulatedDevice, mac: string, now: number): boolean => {
  if (device.power !== "asleep" || device.mac !== mac) return false
  start(device, now, now + WAKE_MS)
  return true
}
