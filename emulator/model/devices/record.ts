import * as Schema from "effect/Schema"
import { FLAG_BOUND_MAC } from "../../../src/domain/wire/deviceFlags.ts"

/** What a device keeps over a power cut, as one record; changes replace values, never a nested object in place. */

const Text = Schema.String
/** Milliseconds since 1970. */
const Time = Schema.Finite
type Writable<Type> = { -readonly [Key in keyof Type]: Type[Key] }

export const Power = Schema.Literals(["on", "asleep", "off"])
/** Bound to an account, on its network alone, or behind a USB cable alone. */
export const DeviceKind = Schema.Literals(["cloud", "lan", "usb"])
export const DeviceMode = Schema.Literals(["hid", "usb"])
export const Slot = Schema.Literals(["a", "b"])

/** A command that reached a device; `uid` is empty when it came over the network. `mac` of a manual wake. */
export const CommandRecord = Schema.Struct({
  cmd: Schema.Literals(["reboot", "wol", "nat"]),
  at: Time,
  uid: Text,
  mac: Schema.NullOr(Text),
})
export type CloudCommand = typeof CommandRecord.Type

export const FirmwareRecord = Schema.Struct({
  /** The slot that runs. */
  slot: Slot,
  /** An installed image in the other slot that the loader still has to try; null when there is none. */
  ready: Schema.NullOr(Schema.Struct({ build: Schema.Int, startsLeft: Schema.Int })),
  /** Whether this start is such a try. */
  trying: Schema.Boolean,
})

export const DeviceRecord = Schema.Struct({
  did: Text,
  kind: DeviceKind,
  /** Whether it is on the network of this machine. */
  near: Schema.Boolean,
  /** Whether it takes calls from afar after a NAT request, where it is not on the network of this machine (DEVICE-10). */
  answersNat: Schema.optionalKey(Schema.Boolean),
  /** Whether it runs outside this emulator, which knows it by heartbeats alone. */
  isElsewhere: Schema.optionalKey(Schema.Boolean),
  name: Text,
  model: Schema.Int,
  build: Schema.Int,
  mac: Schema.NullOr(Text),
  power: Power,
  /** When it is up, or was; null while it has no power or sleeps. In the future while it starts. */
  upFrom: Schema.NullOr(Time),
  /** When power returns after a cut; null for never. */
  powerBackAt: Schema.NullOr(Time),
  /** Heartbeats go out at this time and every minute after it; null while none do. */
  beatsFrom: Schema.NullOr(Time),
  /** When it was last alive before `beatsFrom`; 0 for never. */
  aliveBefore: Time,
  /** Empty for none. */
  passcode: Text,
  /** Wrong proofs in a row, and when the next one is judged. */
  wrongPasscodes: Schema.Int,
  judgesFrom: Time,
  mode: DeviceMode,
  firmware: FirmwareRecord,
  /** How often each command was carried out, and the latest of them. */
  reboots: Schema.Int,
  wakes: Schema.Int,
  nats: Schema.Int,
  commands: Schema.Array(CommandRecord),
})
export type EmulatedDevice = Writable<typeof DeviceRecord.Type>

/** What tells a new device from all others; `since` is when it got its power, ms, null while it has none. */
type Made = Pick<
  EmulatedDevice,
  "did" | "kind" | "near" | "name" | "model" | "build" | "mac" | "power" | "aliveBefore"
> &
  Partial<Pick<EmulatedDevice, "passcode" | "mode" | "answersNat" | "isElsewhere">> & { readonly since: number | null }

/** A device without a request so far. */
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
