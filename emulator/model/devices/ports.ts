import type { ClientMessage, DeviceMessage } from "../../../src/domain/wire/device/message.ts"
import type { screenFaults } from "../faultNames.ts"
import type { StreamPorts } from "../screen/rfbServer.ts"

/** The external needs of a device: digests, randomness, and accidents on command. */

/** An MD5 that is still being computed. */
export interface Hasher {
  update(bytes: Uint8Array): void
  /** Lower-case hexadecimal of all bytes so far. More may follow. */
  hex(): string
}

/** The stages at which an accident can happen: `upload` while chunks arrive, `update` after them. */
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
  /** Returns this many lower-case hexadecimal digits, never the same twice. */
  readonly nonce: (digits: number) => string
  /** Called for each message of a session: `in` to the device, `out` from it. */
  readonly reported?: (did: string, way: "in" | "out", message: ClientMessage | DeviceMessage) => void
  /** The current fault of its screen. Each call uses up one occurrence. */
  readonly screenFault?: (did: string, fault: ScreenFault) => { readonly ms: number } | undefined
  /** The accident of this device at this point of its update. Each accident is returned once. */
  readonly accident: (did: string, stage: AccidentStage, percent: number) => Accident | undefined
}
