import * as Schema from "effect/Schema"
import { ID_MAX_LENGTH, NAME_MAX_LENGTH } from "./limits.ts"
import { hexOf, Natural, textUpTo } from "./text.ts"

/** Heartbeats over HTTP, from devices to the account's server (docs/device-protocol.md). */

export const HEARTBEAT_PATH = "/device/v1/heartbeat"
/** The most heartbeats in one request. */
export const BEATS_MAX = 500
/** Time between two heartbeats of a device, ms. */
export const HEARTBEAT_INTERVAL_MS = 60_000
/** The timeout after which a heartbeat counts as lost, ms. */
export const HEARTBEAT_TIMEOUT_MS = 5_000

const Text = textUpTo(ID_MAX_LENGTH)

export const Beat = Schema.Struct({
  did: Text,
  name: textUpTo(NAME_MAX_LENGTH),
  model: Schema.Int,
  build: Schema.Int,
  mac: Schema.NullOr(Text),
  /** SHA-256 of the device's public key, lower-case hexadecimal; unset without sockets. */
  key: Schema.optionalKey(hexOf(64)),
  /** The flags of the device's announcement. Without them only the bound MAC address is known. */
  flags: Schema.optionalKey(Natural),
})
export type Beat = typeof Beat.Type

export const Heartbeats = Schema.Struct({ beats: Schema.Array(Beat).check(Schema.isMaxLength(BEATS_MAX)) })

/** The new name of a device whose heartbeats still have another name. */
export const NewName = Schema.Struct({ did: Text, name: textUpTo(NAME_MAX_LENGTH) })
export type NewName = typeof NewName.Type

export const HeartbeatAnswer = Schema.Struct({
  heard: Natural,
  /** Repeated in each reply until a heartbeat has the name. */
  names: Schema.optionalKey(Schema.Array(NewName).check(Schema.isMaxLength(BEATS_MAX))),
})
