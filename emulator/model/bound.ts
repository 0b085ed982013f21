import { Option, Schema } from "effect"
import { parseMac } from "../../src/domain/values/mac.ts"
import { parseName } from "../../src/domain/values/name.ts"
import { calls, WakePayload } from "../../src/domain/wire/cloud.ts"
import { isReachable, reboot, relayNat, wake } from "./device.ts"
import { done, type Outcome, refused, session } from "./handler.ts"
import { note, type Turn } from "./records.ts"
import { sharedWith } from "./sharing.ts"
import type { Account, Device } from "./state.ts"
import { INVALID_VALUE, NOT_ALLOWED, NOT_FOUND } from "./status.ts"

/** Devices bound to an account: rename, reboot, wake, NAT relay. Those it shares may do the same (SUB-6). */

const visible = (turn: Turn, account: Account, did: string): Device | undefined => {
  const device = turn.state.devices.get(did)
  if (device === undefined || device.kind !== "cloud") return undefined
  if (device.owner === account.uid) return device
  return sharedWith(turn.state, account.uid).find((shared) => shared.device === device)?.device
}

const renameDevice = session(calls.rename_device, (turn, account, { did, title }) => {
  const device = visible(turn, account, did)
  if (device === undefined) return refused(NOT_FOUND)
  const name = parseName(title)
  if (!name.ok) return refused(INVALID_VALUE)
  device.name = name.value
  note(turn, "rename_device", account.uid, did, name.value)
  return done({})
})

const decodeWake = Schema.decodeUnknownOption(WakePayload)

const wakeDevice = (turn: Turn, account: Account, device: Device, payload: unknown): Outcome<object> => {
  const wanted = decodeWake(payload)
  if (Option.isNone(wanted)) return refused(INVALID_VALUE)
  const manual = wanted.value.type === 1
  const mac = parseMac((manual ? wanted.value.mac : device.mac) ?? "")
  if (!mac.ok) return refused(INVALID_VALUE)
  // A sleeping device still has a network around it that carries the packet; one that is off does not.
  if (device.power === "off") return refused(NOT_ALLOWED)
  wake(turn.state, device, { uid: account.uid, mac: mac.value, manual }, turn.now)
  note(turn, "request_device", account.uid, device.did, "wol")
  return done({})
}

const requestDevice = session(calls.request_device, (turn, account, { did, cmd, payload }) => {
  const device = visible(turn, account, did)
  if (device === undefined) return refused(NOT_FOUND)
  if (cmd === "wol") return wakeDevice(turn, account, device, payload)
  if (!isReachable(device)) return refused(NOT_ALLOWED)
  if (cmd === "reboot") reboot(device, account.uid, turn.now)
  else relayNat(device, account.uid, turn.now)
  note(turn, "request_device", account.uid, did, cmd)
  return done({})
})

export const boundHandlers = { rename_device: renameDevice, request_device: requestDevice }
