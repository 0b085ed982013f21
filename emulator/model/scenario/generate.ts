import { SHARING_MIN_BUILD } from "../../../src/domain/values/limits.ts"
import { beatOf } from "../cloud/heartbeats.ts"
import { accountByEmail, type CallContext, nextId } from "../cloud/records.ts"
import type { CloudAccount } from "../cloud/state.ts"
import { type EmulatedDevice, newDevice } from "../devices/record.ts"
import { HEARTBEAT_MS } from "../limits.ts"
import { nextBelow, nextMac } from "../random.ts"
import type { WorldState } from "../state.ts"

/** Makes devices: one from a description, or many at random. */

/** The build published as the latest, the lowest build that can be shared, and a build from before sharing. */
export const LATEST_BUILD = 241_204_091_500
export const OLD_BUILD = 240_918_112_030

/** DEVICE-7: model 1 is an AVW1, any other an AVL1. */
export const AVW1 = 1
export const AVL1 = 2

const DAY = 24 * 60 * 60_000

export interface MadeDevice {
  readonly name: string
  readonly build: number
  readonly model: number
  readonly power: EmulatedDevice["power"]
  /** Time since it was last seen, ms. A powered-on device is seen now. */
  readonly age: number
  readonly mac: boolean
  /** True when it is on the network of this machine. A device without an account always is. */
  readonly near?: boolean
  /** True when a device outside this network takes connections after a NAT request. */
  readonly answersNat?: boolean
  /** Default: four random digits. Empty for none. */
  readonly passcode?: string
  readonly mode?: EmulatedDevice["mode"]
  /** Its id when it runs outside this emulator. */
  readonly elsewhere?: string | undefined
}

export const addDevice = (
  context: CallContext,
  owner: CloudAccount | undefined,
  kind: EmulatedDevice["kind"],
  made: MadeDevice,
): EmulatedDevice => {
  const { state, now } = context
  // Spreads the heartbeats over the interval.
  const phase = nextBelow(state, HEARTBEAT_MS)
  const isOn = made.power === "on"
  const device = newDevice({
    did: made.elsewhere ?? nextId(state, "d"),
    kind,
    near: kind !== "cloud" || (made.near ?? false),
    name: made.name,
    model: made.model,
    build: made.build,
    mac: made.mac ? nextMac(state) : null,
    power: made.power,
    since: isOn ? now - phase : null,
    aliveBefore: now - made.age,
    passcode: made.passcode ?? String(1_000 + nextBelow(state, 9_000)),
    mode: made.mode ?? "hid",
    ...(made.elsewhere !== undefined && { isElsewhere: true }),
    ...(made.answersNat !== undefined && { answersNat: made.answersNat }),
  })
  state.devices.set(device.did, device)
  if (owner !== undefined) bind(state, device, owner)
  return device
}

const bind = (state: WorldState, device: EmulatedDevice, owner: CloudAccount): void => {
  const lastSeen = device.beatsFrom ?? device.aliveBefore
  state.bound.set(device.did, { ...beatOf(device), owner: owner.uid, lastSeen, renamed: false })
}

export interface NewDevices {
  readonly count: number
  readonly kind: EmulatedDevice["kind"]
  readonly name?: string | undefined
  readonly model?: number | undefined
  readonly build?: number | undefined
  /** E-mail of the account of a cloud device. Default: the first account. */
  readonly owner?: string | undefined
  /** The id of a device that runs outside this emulator, which then knows it only by heartbeats. */
  readonly did?: string | undefined
  /** True when devices of an account are on the network of this machine too. */
  readonly near?: boolean
}

const ownerOf = (context: CallContext, email: string | undefined): CloudAccount | undefined => {
  if (email !== undefined) return accountByEmail(context.state, email)
  const [first] = context.state.accounts.values()
  return first
}

/** Adds generated devices and returns their ids. Returns none when a cloud device has no account to belong to. */
export const generateDevices = (context: CallContext, wanted: NewDevices): readonly string[] => {
  const owner = wanted.kind === "cloud" ? ownerOf(context, wanted.owner) : undefined
  if (wanted.kind === "cloud" && owner === undefined) return []
  return Array.from({ length: wanted.count }, (_, number) => {
    const off = nextBelow(context.state, 5) === 0
    const title = wanted.name ?? "Device"
    return addDevice(context, owner, wanted.kind, {
      elsewhere: wanted.did,
      name: wanted.name !== undefined && wanted.count === 1 ? title : `${title} ${number + 1}`,
      model: wanted.model ?? 1 + nextBelow(context.state, 2),
      build: wanted.build ?? [OLD_BUILD, SHARING_MIN_BUILD, LATEST_BUILD][nextBelow(context.state, 3)] ?? LATEST_BUILD,
      // A single device is there to be used, so it is on. Of many, one in five is off.
      power: wanted.did !== undefined || (off && wanted.count > 1) ? "off" : "on",
      // A device outside the emulator has never been seen.
      age: wanted.did !== undefined ? context.now : off ? nextBelow(context.state, 2 * DAY) : 0,
      mac: nextBelow(context.state, 4) > 0,
      near: wanted.near ?? false,
    }).did
  })
}
