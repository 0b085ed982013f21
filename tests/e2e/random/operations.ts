import * as fc from "fast-check"
import { fileFaults } from "../../../emulator/model/faultNames.ts"
import type { EmulatedDeviceView } from "../../../emulator/model/view.ts"

/** Operations of a person, and accidents of the world. */
export type Operation =
  | { readonly operation: "rename"; readonly at: number; readonly name: string }
  | { readonly operation: "reboot"; readonly at: number }
  | { readonly operation: "look"; readonly text: string }
  | { readonly operation: "wake"; readonly text: string }
  | { readonly operation: "unlock"; readonly text: string; readonly mistakes: number }
  | { readonly operation: "power"; readonly at: number; readonly power: "on" | "off" }
  | {
      readonly operation: "fault"
      readonly fault: (typeof faults)[number]
      readonly call: (typeof calls)[number]
    }
  | { readonly operation: "switch" | "reload" | "down" | "bridge" }

/** A device on the network, without an account or passcode. It is never turned off, so that each view of it ends. */
export const LOOKED_AT = "Stage left"
/** Like that one, but with a passcode. */
export const LOCKED = "Rack 3"

/** All faults except a doubled request: a request that the network doubles was sent once by the app. */
const faults = fileFaults
const calls = ["rename_device", "request_device", "loginWithToken"] as const

/** Devices of the owner's account that a person may rename and reboot. */
export const isBound = ({ name, owner, kind }: EmulatedDeviceView): boolean =>
  owner !== null && kind !== "usb" && owned.has(name)
const owned = new Set(["Control room A", "Workshop bench", "Edit suite"])

const at = fc.nat({ max: 2 })
const word = fc.stringMatching(/^[a-z]{3,8}$/)

const operation: fc.Arbitrary<Operation> = fc.oneof(
  { arbitrary: fc.record({ operation: fc.constant("rename" as const), at, name: word }), weight: 4 },
  { arbitrary: fc.record({ operation: fc.constant("reboot" as const), at }), weight: 2 },
  { arbitrary: fc.record({ operation: fc.constant("look" as const), text: word }), weight: 2 },
  { arbitrary: fc.record({ operation: fc.constant("wake" as const), text: word }), weight: 2 },
  {
    arbitrary: fc.record({ operation: fc.constant("unlock" as const), text: word, mistakes: fc.nat({ max: 1 }) }),
    weight: 2,
  },
  {
    arbitrary: fc.record({ operation: fc.constant("power" as const), at, power: fc.constantFrom("on", "off") }),
    weight: 2,
  },
  {
    arbitrary: fc.record({
      operation: fc.constant("fault" as const),
      fault: fc.constantFrom(...faults),
      call: fc.constantFrom(...calls),
    }),
    weight: 4,
  },
  { arbitrary: fc.record({ operation: fc.constantFrom("switch", "reload", "down", "bridge") }), weight: 4 },
)

export const operations: fc.Arbitrary<readonly Operation[]> = fc.array(operation, {
  minLength: 4,
  maxLength: 6,
  size: "max",
})
