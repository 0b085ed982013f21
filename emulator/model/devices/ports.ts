import type { ClientMessage, DeviceMessage } from "../../../src/domain/wire/device/message.ts"
import type { screenFaults } from "../faultNames.ts"
import type { StreamPorts } from "../screen/rfbServer.ts"

/** What a device needs from outside: digests, chance, and accidents on command. */

/** An MD5 that is still being computed. */
export interface Hasher {
  update(bytes: Uint8Array): void
  /** Lower-case hexadecimal of all so far; more may follow. */
  hex(): string
}

/** Where an accident can happen: `upload` while chunks come, `update` after them. */
export type AccidentStage = "upload" | "update"

export type Accident =
  | { readonly kind: "stall" | "corrupt" }
  /** Power returns after `ms`; never when that is 0. */
  | { readonly kind: "cut"; readonly ms: number }

export type ScreenFault = (typeof screenFaults)[number]

export interface DevicePorts extends StreamPorts {
  readonly newHasher: () => Hasher
  /** HMAC-SHA-256 in lower-case hexadecimal; key and text in UTF-8. */
  readonly hmac: (key: string, text: string) => string
  /** As many lower-case hexadecimal digits, never the same twice. */
  readonly nonce: (digits: number) => string
  /** Called for each message of a session: `in` to the device, `out` from it. */
  readonly reported?: (did: string, way: "in" | "out", message: ClientMessage | DeviceMessage) => void
  /** What its screen does wrong now; each fault is given as often as it acts. */
  readonly screenFault?: (did: string, fault: ScreenFault) => { readonly ms: number } | undefined
  /** What happens to this device when its update has come this far; each accident is given once. */
  readonly accident: (did: string, stage: AccidentStage, percent: number) => Accident | undefined
}
