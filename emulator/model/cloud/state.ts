import { Schema } from "effect"
import { PresenceSpans } from "../../../src/domain/wire/cloud.ts"

/**
 * The records of the mock cloud. They are schemas, because a saved file is input from outside; changes replace values of
 * a record, never a nested array in place.
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
  /** MD5 of the normal form of the e-mail, and of the password: what clients send (AUTH-4). */
  emailHash: Text,
  passwordHash: Text,
  createdAt: Time,
  activated: Schema.Boolean,
  deletion: Schema.NullOr(Schema.Struct({ ...code, email: Text })),
})
export type CloudAccount = Writable<typeof AccountRecord.Type>

/** What the cloud knows of a device, and its owner. */
export const BoundRecord = Schema.Struct({
  did: Text,
  /** uid of the account it is bound to. */
  owner: Text,
  name: Text,
  model: Schema.Int,
  build: Schema.Int,
  mac: Schema.NullOr(Text),
  /** Time of its last heartbeat, ms; 0 for never. */
  lastSeen: Time,
  /** Fingerprint of its key, once a heartbeat has said it (SEC-5). */
  key: Schema.optionalKey(Text),
  /** As its heartbeats say them, where they do. */
  flags: Schema.optionalKey(Schema.Int),
  /** Whether the name is a new one that was not sent to the device yet. */
  renamed: Schema.Boolean,
  /** Its presence in the two weeks before the world began; only demo devices have it. */
  heard: Schema.optionalKey(PresenceSpans),
})
export type Bound = Writable<typeof BoundRecord.Type>

/** SUB-1: 0 pending, 1 accepted, 2 active, 3 disabled; a deleted one (4) is not kept. */
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
  /** Open invitation code; null once accepted. */
  code: Schema.NullOr(Text),
  codeExpiresAt: Time,
})
export type CloudSubAccount = Writable<typeof SubAccountRecord.Type>

export const SessionRecord = Schema.Struct({ token: Text, uid: Text, expiresAt: Time })
export type CloudSession = Writable<typeof SessionRecord.Type>

/** A code on its way: to activate, to reset the password, or to change the e-mail to `email`. */
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

/** Something a call changed: `target` is what it changed, `value` what it became. No secrets. */
export const EffectRecord = Schema.Struct({
  n: Schema.Int,
  at: Time,
  call: Text,
  uid: Text,
  target: Text,
  value: Text,
})
export type AppliedEffect = typeof EffectRecord.Type

/** A rate limit as far as it is used up. */
export interface Bucket {
  level: number
  at: number
}
