import * as Schema from "effect/Schema"
import { asBefore, type EventOf } from "../../event/event.ts"
import { oddEntriesFields, ReadFailure } from "../../event/listRead.ts"
import { AccountKeySchema } from "../../wire/brands.ts"
import { PresenceSpans } from "../../wire/cloud.ts"

/** A bound device as the server reports it; `id` is its did (DEVICE-7). `lastSeen` in ms; `build` 0 when unknown. */
export const DeviceFields = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  model: Schema.Int,
  lastSeen: Schema.Finite,
  flags: Schema.Int,
  build: Schema.Int,
  /** An owner shares it with this account (cloudType bit 2). */
  shared: Schema.Boolean,
  owner: Schema.String,
  /** Fingerprint of its key, where the server knows it. */
  key: Schema.optionalKey(Schema.String),
})
export type DeviceFields = typeof DeviceFields.Type

/** A device in a reading. Its earlier presence at the server counts when it is new on the list. */
export type DeviceReading = DeviceFields & { readonly heard?: Spans }
export type Spans = typeof PresenceSpans.Type

const ChangedFields = Schema.Struct({
  name: Schema.optionalKey(Schema.String),
  model: Schema.optionalKey(Schema.Int),
  flags: Schema.optionalKey(Schema.Int),
  build: Schema.optionalKey(Schema.Int),
  shared: Schema.optionalKey(Schema.Boolean),
  owner: Schema.optionalKey(Schema.String),
  key: Schema.optionalKey(Schema.String),
})

/**
 * A refresh is one event with changed fields only. `seen` (did, ms) holds the times for the presence strips: each
 * device once in a tick, and once more when it has fallen silent.
 */
export const deviceEvents = {
  DevicesRead: {
    v: 1,
    origin: "cloud",
    sign: ["online", "off"],
    payload: Schema.Struct({
      account: AccountKeySchema,
      begunAt: Schema.Finite,
      begunSeq: Schema.optionalKey(Schema.Int),
      added: Schema.Array(Schema.Struct({ ...DeviceFields.fields, heard: Schema.optionalKey(PresenceSpans) })),
      changed: Schema.Array(Schema.Struct({ id: Schema.String, fields: ChangedFields })),
      removed: Schema.Array(Schema.String),
      seen: Schema.Array(Schema.Tuple([Schema.String, Schema.Finite])),
      /** How far the clock of this computer is ahead of the server's, ms, where that has changed. */
      ahead: Schema.optionalKey(Schema.Finite),
      ...oddEntriesFields,
    }),
  },
  DevicesReadFailed: {
    v: 2,
    origin: "app",
    sign: ["warning", "warn"],
    payload: Schema.Struct({
      account: AccountKeySchema,
      reason: ReadFailure,
      httpStatus: Schema.optionalKey(Schema.Int),
    }),
    upcast: { 1: asBefore },
  },
} as const

export type DeviceEvent = EventOf<typeof deviceEvents>
