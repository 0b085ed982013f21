import { Schema } from "effect"
import { PresenceSpans } from "../../../src/domain/wire/cloud.ts"

/**
 * The records of the mock cloud. They are schemas, because a saved file is external input. Changes replace values of a
 * record, never a nested array in place.
 */

const Text = Schema.String
/** Milliseconds since 1970. */
const Time = Schema.Finite
type Writable<Type> = { -readonly [Key in keyof Type]: Type[Key] }

/** A mailed code: `tries` counts wrong ones. */
const code = { code: Text, expiresAt: Time, tries: Schema.Int }

export const AccountRecord = Schema.Struct({
  uid: Text,
  name: Text,
  email: Text,
  /** MD5 of the normalized e-mail, and of the password, as clients send them (AUTH-4). */
  emailHash: Text,
  passwordHash: Text,
  createdAt: Time,
  activated: Schema.Boolean,
  deletion: Schema.NullOr(Schema.Struct({ ...code, email: Text })),
})
export type CloudAccount = Writable<typeof AccountRecord.Type>

/** The cloud's record of a device and its owner. */
export const BoundRecord = Schema.Struct({
  did: Text,
  /** uid of the account that the device is bound to. */
  owner: Text,
  name: Text,
  model: Schema.Int,
  build: Schema.Int,
  mac: Schema.NullOr(Text),
  /** Time of its last heartbeat, ms; 0 for never. */
  lastSeen: Time,
  /** Fingerprint of the device's key, once a heartbeat has reported it (SEC-5). */
  key: Schema.optionalKey(Text),
  /** The flags from its heartbeats, if they have any. */
  flags: Schema.optionalKey(Schema.Int),
  /** True when the name is new and not yet sent to the device. */
  renamed: Schema.Boolean,
  /** Its presence in the two weeks before the start of the world. Only demo devices have it. */
  heard: Schema.optionalKey(PresenceSpans),
})
export type Bound = Writable<typeof BoundRecord.Type>

/** SUB-1: 0 pending, 1 accepted, 2 active, 3 disabled. The cloud keeps no deleted one (4). */
export const SubAccountRecord = Schema.Struct({
  id: Text,
  owner: Text,
  name: Text,
  email: Text,
  createdAt: Time,
  status: Schema.Literals([0, 1, 2, 3]),
  devices: Schema.Array(Text),
  /** uid of the account that accepted; null while pending. */
  invitee: Schema.NullOr(Text),
  /** Open invitation code. Null once accepted. */
  code: Schema.NullOr(Text),
  codeExpiresAt: Time,
})
export type CloudSubAccount = Writable<typeof SubAccountRecord.Type>

export const SessionRecord = Schema.Struct({ token: Text, uid: Text, expiresAt: Time })
export type CloudSession = Writable<typeof SessionRecord.Type>

/** A mailed code: to activate, to reset the password, or to change the e-mail to `email`. */
export const FlowRecord = Schema.Struct({
  token: Text,
  kind: Schema.Literals(["activation", "reset", "email"]),
  uid: Text,
  email: Text,
  ...code,
})
export type CloudFlow = Writable<typeof FlowRecord.Type>

export const MailRecord = Schema.Struct({ n: Schema.Int, to: Text, subject: Text, code: Text, at: Time })
export type Mail = typeof MailRecord.Type

/** A change by a call: `target` names the changed thing, `value` its new value. Contains no secrets. */
export const EffectRecord = Schema.Struct({
  n: Schema.Int,
  at: Time,
  call: Text,
  uid: Text,
  target: Text,
  value: Text,
})
export type AppliedEffect = typeof EffectRecord.Type

/** The used part of a rate limit. */
export interface Bucket {
  level: number
  at: number
}
