import { Schema } from "effect"

/**
 * All the mock cloud knows, as one mutable object that a `Cloud` owns. Records are schemas, because a saved file is
 * input from outside; changes replace values of a record, never a nested array in place.
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
  /** MD5 of the normal form of the e-mail, and of the password: what clients send (S 5). */
  emailHash: Text,
  passwordHash: Text,
  createdAt: Time,
  activated: Schema.Boolean,
  deletion: Schema.NullOr(Schema.Struct({ ...code, email: Text })),
})
export type Account = Writable<typeof AccountRecord.Type>

/** A command that reached a device. `mac` of a manual wake. */
export const CommandRecord = Schema.Struct({
  cmd: Schema.Literals(["reboot", "wol", "nat"]),
  at: Time,
  uid: Text,
  mac: Schema.NullOr(Text),
})
export type Command = typeof CommandRecord.Type

export const Power = Schema.Literals(["on", "asleep", "off"])
export const DeviceKind = Schema.Literals(["cloud", "lan", "usb"])
export const DeviceMode = Schema.Literals(["hid", "usb"])

export const DeviceRecord = Schema.Struct({
  did: Text,
  kind: DeviceKind,
  /** uid of the account it is bound to. */
  owner: Schema.NullOr(Text),
  name: Text,
  model: Schema.Int,
  build: Schema.Int,
  mac: Schema.NullOr(Text),
  power: Power,
  /**
   * Heartbeats go out at this time and every minute after it. In the future while it boots; null while none do, or none
   * are noted: of a device that is on, `seenBefore` is then told until it boots or is powered on.
   */
  beatsFrom: Schema.NullOr(Time),
  /** When it was seen before `beatsFrom`; 0 for never. */
  seenBefore: Time,
  passcode: Text,
  mode: DeviceMode,
  /** How often each command was carried out, and the latest of them. */
  reboots: Schema.Int,
  wakes: Schema.Int,
  nats: Schema.Int,
  commands: Schema.Array(CommandRecord),
})
export type Device = Writable<typeof DeviceRecord.Type>

/** A computer behind a device. Awake from `awakeFrom` on; null while it sleeps. */
export const HostRecord = Schema.Struct({
  id: Text,
  did: Text,
  name: Text,
  mac: Text,
  awakeFrom: Schema.NullOr(Time),
})
export type Host = Writable<typeof HostRecord.Type>

/** S 4: 0 pending, 1 accepted, 2 active, 3 disabled; a deleted one (4) is not kept. */
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
export type SubAccount = Writable<typeof SubAccountRecord.Type>

export const SessionRecord = Schema.Struct({ token: Text, uid: Text, expiresAt: Time })
export type Session = Writable<typeof SessionRecord.Type>

/** A code on its way: to activate, to reset the password, or to change the e-mail to `email`. */
export const FlowRecord = Schema.Struct({
  token: Text,
  kind: Schema.Literals(["activation", "reset", "email"]),
  uid: Text,
  email: Text,
  ...code,
})
export type Flow = Writable<typeof FlowRecord.Type>

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

export interface Bucket {
  level: number
  at: number
}

export interface State {
  readonly seed: number
  /** State of the random numbers, an unsigned 32-bit integer. */
  random: number
  /** Numbers given so far to mails and effects. */
  mails: number
  applied: number
  readonly accounts: Map<string, Account>
  /** uid by normal e-mail and by its hash. */
  readonly uidByEmail: Map<string, string>
  readonly uidByHash: Map<string, string>
  readonly devices: Map<string, Device>
  readonly hosts: Map<string, Host>
  readonly subAccounts: Map<string, SubAccount>
  /** In the order of last use. */
  readonly sessions: Map<string, Session>
  readonly flows: Map<string, Flow>
  mail: Mail[]
  effects: AppliedEffect[]
  /** Not saved: after a restart everybody may go on at once. */
  readonly buckets: Map<string, Bucket>
}

export const emptyState = (seed: number): State => ({
  seed,
  random: seed >>> 0,
  mails: 0,
  applied: 0,
  accounts: new Map(),
  uidByEmail: new Map(),
  uidByHash: new Map(),
  devices: new Map(),
  hosts: new Map(),
  subAccounts: new Map(),
  sessions: new Map(),
  flows: new Map(),
  mail: [],
  effects: [],
  buckets: new Map(),
})
