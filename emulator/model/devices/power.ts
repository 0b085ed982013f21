import { COMMANDS_KEPT, HEARTBEAT_MS, LOADER_STARTS, REBOOT_AWAY_MS, WAKE_MS } from "../limits.ts"
import type { CloudCommand, EmulatedDevice } from "./record.ts"

/** Power, starting and heartbeats of a device. Nothing here waits: a device is brought up to date when it is looked at. */

const start = (device: EmulatedDevice, now: number, up: number): void => {
  const { ready } = device.firmware
  const left = ready?.startsLeft ?? 0
  device.firmware = {
    ...device.firmware,
    // The loader counts the try before it makes it, so that a power cut in the middle of it counts too.
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

/** Brings the device to `now`: power that returns, a new firmware that has started well. */
export const arrive = (device: EmulatedDevice, now: number): void => {
  const { powerBackAt } = device
  if (powerBackAt !== null && powerBackAt <= now) start(device, powerBackAt, powerBackAt + REBOOT_AWAY_MS)
  if (device.firmware.trying && isUp(device, now)) confirm(device)
}

/** Whether it runs and answers. */
export const isUp = (device: EmulatedDevice, now: number): boolean => device.upFrom !== null && device.upFrom <= now

/** When the last heartbeat went out, ms since 1970; null when none has since it started. */
export const latestBeat = (device: EmulatedDevice, now: number): number | null => {
  const { beatsFrom } = device
  if (beatsFrom === null || now < beatsFrom) return null
  return beatsFrom + Math.floor((now - beatsFrom) / HEARTBEAT_MS) * HEARTBEAT_MS
}

/** Whether a command reaches it, now or as soon as it has started: power alone decides, not when it was seen. */
export const isReachable = (device: EmulatedDevice): boolean => device.power === "on"

/** What is lost without power: the time, the heartbeats, and a start under way. */
const stop = (device: EmulatedDevice, power: "asleep" | "off", now: number): void => {
  device.aliveBefore = latestBeat(device, now) ?? device.aliveBefore
  device.power = power
  device.powerBackAt = null
  device.upFrom = null
  device.beatsFrom = null
  device.firmware = { ...device.firmware, trying: false }
}

/** Turning on what is on only makes it beat again. */
export const setPower = (device: EmulatedDevice, power: EmulatedDevice["power"], now: number): void => {
  arrive(device, now)
  if (power !== "on") stop(device, power, now)
  // Turned on by hand it is there at once, unless it has a new firmware to try.
  else if (device.power !== "on") start(device, now, device.firmware.ready === null ? now : now + REBOOT_AWAY_MS)
  else device.beatsFrom ??= now
}

/** Power fails at this instant and returns after `ms`; never when that is 0. */
export const cutPower = (device: EmulatedDevice, now: number, ms: number): void => {
  stop(device, "off", now)
  device.powerBackAt = ms === 0 ? null : now + ms
}

/** No heartbeat goes out any more until the device is turned on, rebooted or woken. */
export const hush = (device: EmulatedDevice): void => {
  device.beatsFrom = null
}

const record = (device: EmulatedDevice, command: CloudCommand): void => {
  device.commands = [...device.commands, command].slice(-COMMANDS_KEPT)
}

/** The device goes away and comes back; a second reboot while it is away starts over. */
export const reboot = (device: EmulatedDevice, uid: string, now: number): void => {
  device.reboots += 1
  record(device, { cmd: "reboot", at: now, uid, mac: null })
  start(device, now, now + REBOOT_AWAY_MS)
}

/** Restarts into an image that has been installed in the other slot. */
export const restartInto = (device: EmulatedDevice, build: number, now: number): void => {
  device.firmware = { ...device.firmware, ready: { build, startsLeft: LOADER_STARTS } }
  start(device, now, now + REBOOT_AWAY_MS)
}

export const noteNat = (device: EmulatedDevice, uid: string, now: number): void => {
  device.nats += 1
  record(device, { cmd: "nat", at: now, uid, mac: null })
}

/** It was asked to send a magic packet. */
export const noteWake = (device: EmulatedDevice, uid: string, mac: string | null, now: number): void => {
  device.wakes += 1
  record(device, { cmd: "wol", at: now, uid, mac })
}

/** A magic packet with its own MAC wakes a device that sleeps. */
export const hearMagic = (device: EmulatedDevice, mac: string, now: number): boolean => {
  if (device.power !== "asleep" || device.mac !== mac) return false
  start(device, now, now + WAKE_MS)
  return true
}
