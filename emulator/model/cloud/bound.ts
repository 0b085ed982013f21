import { Option, Schema } from "effect"
import { parseMac } from "../../../src/domain/values/mac.ts"
import { parseName } from "../../../src/domain/values/name.ts"
import { type CallName, calls } from "../../../src/domain/wire/cloud.ts"
import { arrive, isReachable, noteNat, noteWake, reboot } from "../devices/power.ts"
import type { EmulatedDevice } from "../devices/record.ts"
import { type CallOutcome, type CloudCall, done, refused, session } from "./handler.ts"
import { passName } from "./heartbeats.ts"
import { boundDevice, type CallContext, note } from "./records.ts"
import { sharedWith } from "./sharing.ts"
import type { Bound, CloudAccount } from "./state.ts"
import { badName, gone, INVALID_VALUE, NOT_ALLOWED, NOT_FOUND, ofSession } from "./status.ts"

/**
 * Devices bound to an account: rename, reboot, wake, NAT relay. Accounts that a device is shared with may do the same
 * (SUB-6).
 */

interface Visible {
  /** The cloud's record of the device, and the device itself. */
  readonly bound: Bound
  readonly device: EmulatedDevice
}

const visible = (context: CallContext, account: CloudAccount, did: string): Visible | undefined => {
  const bound = boundDevice(context, did)
  const device = context.state.devices.get(did)
  if (bound === undefined || device === undefined) return undefined
  // The device's power may have returned since the last query.
  arrive(device, context.now)
  const isOwn = bound.owner === account.uid
  return isOwn || sharedWith(context, account.uid).some((shared) => shared.device === bound)
    ? { bound, device }
    : undefined
}

const renameDevice = session(calls.rename_device, (context, account, { did, title }) => {
  const found = visible(context, account, did)
  if (found === undefined) return refused(NOT_FOUND)
  const name = parseName(title)
  if (!name.ok) return refused(INVALID_VALUE)
  Object.assign(found.bound, { name: name.value, renamed: true })
  // A device that is not reachable receives its name with the answer to its next heartbeat.
  if (isReachable(found.device)) passName(context.state, found.bound)
  note(context, "rename_device", account.uid, did, name.value)
  return done({})
})

/** Payload of `wol`: type 0 wakes the bound MAC, 1 the given one. */
const WakePayload = Schema.Struct({ type: Schema.Literals([0, 1]), mac: Schema.optionalKey(Schema.String) })
const decodeWake = Schema.decodeUnknownOption(WakePayload)

const wakeDevice = (
  context: CallContext,
  account: CloudAccount,
  { bound, device }: Visible,
  payload: unknown,
): CallOutcome<object> => {
  const wanted = decodeWake(payload)
  if (Option.isNone(wanted)) return refused(INVALID_VALUE)
  const manual = wanted.value.type === 1
  const mac = parseMac((manual ? wanted.value.mac : bound.mac) ?? "")
  if (!mac.ok) return refused(INVALID_VALUE)
  // The network around a sleeping device still carries the packet; the network of a device that is off does not.
  if (device.power === "off") return refused(NOT_ALLOWED)
  noteWake(device, account.uid, manual ? mac.value : null, context.now)
  context.state.tell({ kind: "magic", did: device.did, mac: mac.value, at: context.now })
  note(context, "request_device", account.uid, device.did, "wol")
  return done({})
}

const requestDevice = session(calls.request_device, (context, account, { did, cmd, payload }) => {
  const found = visible(context, account, did)
  if (found === undefined) return refused(NOT_FOUND)
  if (cmd === "wol") return wakeDevice(context, account, found, payload)
  const { device } = found
  if (!isReachable(device)) return refused(NOT_ALLOWED)
  if (cmd === "reboot") {
    reboot(device, account.uid, context.now)
    context.state.tell({ kind: "gone", did, reason: "reboot" })
  } else {
    noteNat(device, account.uid, context.now)
    context.state.tell({ kind: "nat", did, payload })
  }
  note(context, "request_device", account.uid, did, cmd)
  return done({})
})

export const boundCalls = {
  rename_device: {
    group: "devices",
    about: "Renames a device.",
    statuses: { ...ofSession, [NOT_FOUND]: `the device is ${gone}`, [INVALID_VALUE]: badName },
    answer: renameDevice,
  },
  request_device: {
    group: "devices",
    about: "Asks a device to reboot, wakes what is behind it (wol), or relays a NAT request.",
    statuses: {
      ...ofSession,
      [NOT_FOUND]: `the device is ${gone}`,
      [NOT_ALLOWED]: "the device cannot be reached",
      [INVALID_VALUE]: "the payload of a wake is none, or there is no MAC to wake",
    },
    answer: requestDevice,
  },
} satisfies Partial<Record<CallName, CloudCall>>
