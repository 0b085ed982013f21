import * as Schema from "effect/Schema"
import { FLAG_BOUND_MAC } from "../../../src/domain/wire/deviceFlags.ts"

/**
 * The state that a device keeps over a power cut, as one record. Changes replace values, never a nested object in
 * place.
 */

const Text = Schema.String
/** Milliseconds since 1970. */
const Time = Schema.Finite
type Writable<Type> = { -readonly [Key in keyof Type]: Type[Key] }

export const Power = Schema.Literals(["on", "asleep", "off"])
/** Bound to an account, only on its network, or only behind a USB cable. */
export const DeviceKind = Schema.Literals(["cloud", "lan", "usb"])
export const DeviceMode = Schema.Literals(["hid", "usb"])
export const Slot = Schema.Literals(["a", "b"])

/** A command that reached a device. `uid` is empty when it came over the network. `mac` is that of a manual wake. */
export const CommandRecord = Schema.Struct({
  cmd: Schema.Literals(["reboot", "wol", "nat"]),
  at: Time,
  uid: Text,
  mac: Schema.NullOr(Text),
})
export type CloudCommand = typeof CommandRecord.Type

export const FirmwareRecord = Schema.Struct({
  /** The running slot. */
  slot: Slot,
  /** An installed image in the other slot that the loader has yet to try. Null when there is none. */
  ready: Schema.NullOr(Schema.Struct({ build: Schema.Int, startsLeft: Schema.Int })),
  /** True when the current start is such a try. */
  trying: Schema.Boolean,
})

export const DeviceRecord = Schema.Struct({
  did: Text,
  kind: DeviceKind,
  /** True when the device is on the network of this machine. */
  near: Schema.Boolean,
  /** True when a device outside this network takes connections after a NAT request (DEVICE-10). */
  answersNat: Schema.optionalKey(Schema.Boolean),
  /** True when the device runs outside this emulator, which then knows it only by heartbeats. */
  isElsewhere: Schema.optionalKey(Schema.Boolean),
  name: Text,
  model: Schema.Int,
  build: Schema.Int,
  mac: Schema.NullOr(Text),
  power: Power,
  /** The time from which the device is up, in the future while it starts. Null while it has no power or sleeps. */
  upFrom: Schema.NullOr(Time),
  /** The time at which power returns after a cut. Null for never. */
  powerBackAt: Schema.NullOr(Time),
  /** The time of the first heartbeat; one follows every minute. Null while there are none. */
  beatsFrom: Schema.NullOr(Time),
  /** The last time alive before `beatsFrom`. 0 for never. */
  aliveBefore: Time,
  /** Empty for none. */
  passcode: Text,
  /** Wrong proofs in a row, and the time from which the device checks the next one. */
  wrongPasscodes: Schema.Int,
  judgesFrom: Time,
  mode: DeviceMode,
  firmware: FirmwareRecord,
  /** The number of executions of each command, and the latest commands. */
  reboots: Schema.Int,
  wakes: Schema.Int,
  nats: Schema.Int,
  commands: Schema.Array(CommandRecord),
})
export type EmulatedDevice = Writable<typeof DeviceRecord.Type>

/** The fields that differ between new devices. `since`: the time of its power-on, ms; null while it has no power. */
type Made = Pick<
  EmulatedDevice,
  "did" | "kind" | "near" | "name" | "model" | "build" | "mac" | "power" | "aliveBefore"
> &
  Partial<Pick<EmulatedDevice, "passcode" | "mode" | "answersNat" | "isElsewhere">> & { readonly since: number | null }

/** A device that has had no request yet. */
export const newDevice = ({ since, ...made }: Made): EmulatedDevice => ({
  passcode: "",
  mode: "hid",
  ...made,
  upFrom: since,
  powerBackAt: null,
  beatsFrom: since,
  wrongPasscodes: 0,
  judgesFrom: 0,
  firmware: { slot: "a", ready: null, trying: false },
  reboots: 0,
  wakes: 0,
  nats: 0,
  commands: [],
})

export const flagsOf = (mac: string | null): number => (mac === null ? 0 : FLAG_BOUND_MAC)
