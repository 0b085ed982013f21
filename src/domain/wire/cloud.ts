import * as Schema from "effect/Schema"
import { called, ShownNameOrNone, ShownText } from "./brands.ts"
import { ITEM_ID, ITEM_ID_MAX_LENGTH, type LeftOut } from "./items.ts"

/**
 * Every call of the cloud (CALL-1) as one table for client, mock server, simulator and API document. All are POST with
 * a JSON body. Each reply has a `status`; the fields of `reply` come with status 0. Unknown fields are accepted and
 * dropped (CALL-2).
 */

/** Lower-case hexadecimal MD5. */
const Hash = Schema.String.check(Schema.isPattern(/^[0-9a-f]{32}$/))
const Text = Schema.String
/** Milliseconds since 1970, up to the largest date of JavaScript. */
const TIME_MAX_MS = 8_640_000_000_000_000
const Time = Schema.Finite.check(Schema.isBetween({ minimum: -TIME_MAX_MS, maximum: TIME_MAX_MS }))
/** The id of an item in a list. */
const Id = Schema.String.check(Schema.isMaxLength(ITEM_ID_MAX_LENGTH), Schema.isPattern(ITEM_ID))
const SubAccountState = Schema.Literals([0, 1, 2, 3, 4])

/** Spans of time as the log holds them, oldest first. */
export const PresenceSpans = Schema.Array(Schema.Tuple([Schema.Finite, Schema.Finite]))

/**
 * A device as `loginWithToken` lists it; the item of a sub-device may name its owner. `lastSeen` in ms, `build` 0 when
 * unknown.
 */
export const DeviceItem = Schema.Struct({
  id: Id,
  name: ShownText,
  model: Schema.Int,
  lastSeen: Time,
  flags: Schema.Int,
  build: Schema.Int,
  owner: Schema.optionalKey(ShownNameOrNone),
  /**
   * SHA-256 of the device's public key, lower-case hexadecimal, from its heartbeats. Our mock server sends it (SEC-5).
   */
  key: Schema.optionalKey(Text),
  /** Presence of the device at the server in the last two weeks, as spans. Our mock server sends them. */
  heard: Schema.optionalKey(Schema.Array(Schema.Tuple([Time, Time]))),
}).pipe(called)

export const SubAccountItem = Schema.Struct({
  id: Id,
  name: ShownText,
  email: ShownText,
  createdAt: Time,
  /** 0 pending, 1 accepted, 2 active, 3 disabled, 4 deleted; any other value counts as pending (SUB-1). */
  status: Schema.Int,
  devices: Schema.Array(Id),
})

/** A device that can be assigned. */
export const NamedDeviceItem = Schema.Struct({ id: Id, name: ShownText }).pipe(called)

export const MainAccountItem = Schema.Struct({ id: Id, name: ShownText, email: ShownText })

/** The credentials of a session call. */
const session = { uid: Text, token: Text }

const call = <Body extends Schema.Struct.Fields, Reply extends Schema.Struct.Fields>(spec: {
  readonly path: string
  readonly body: Body
  readonly reply: Reply
}) => ({ ...spec, body: Schema.Struct(spec.body), reply: Schema.Struct(spec.reply) })

export const calls = {
  signin: call({
    path: "/api/v2/signin",
    body: { email: Hash, password: Hash },
    reply: { name: Schema.optionalKey(ShownText), uid: Text, token: Text },
  }),
  signup: call({
    path: "/api/v2/signup",
    body: { name: Text, email: Text, password: Hash },
    reply: { token: Text },
  }),
  verify_activation: call({
    path: "/verify/activation",
    body: { token: Text, verificationcode: Text },
    reply: { token: Text },
  }),
  reset_password: call({
    path: "/api/v2/reset_password",
    body: { email: Hash },
    reply: { token: Text },
  }),
  verify_resetpassword_code: call({
    path: "/api/v2/verify_resetpassword_code",
    body: { token: Text, verificationcode: Text, newpassword: Hash },
    reply: {},
  }),
  loginWithToken: call({
    path: "/api/v2/loginWithToken",
    body: { ...session, isWeb: Schema.Boolean },
    reply: {
      uid: Text,
      token: Text,
      name: Schema.optionalKey(ShownText),
      email: Schema.optionalKey(ShownText),
      createdAt: Schema.optionalKey(Time),
      devices: Schema.Array(DeviceItem),
      subdevices: Schema.Array(DeviceItem),
    },
  }),
  rename_device: call({
    path: "/api/v2/rename_device",
    body: { ...session, did: Text, title: Text },
    reply: {},
  }),
  request_device: call({
    path: "/api/v2/request_device",
    body: {
      ...session,
      did: Text,
      cmd: Schema.Literals(["reboot", "wol", "nat"]),
      /** For `wol`: type 0 wakes the bound MAC, 1 the given one. */
      payload: Schema.optionalKey(Schema.Unknown),
    },
    reply: {},
  }),
  deactivate_request: call({
    path: "/account/deactivate_request",
    body: session,
    reply: {},
  }),
  deactivate_confirm: call({
    path: "/account/deactivate_confirm",
    body: { ...session, code: Text },
    reply: {},
  }),
  update_email: call({
    path: "/api/v2/update_email",
    body: { ...session, newEmail: Text },
    reply: { token: Text },
  }),
  confirm_email_change: call({
    path: "/api/v2/confirm_email_change",
    body: { ...session, code: Text, updateToken: Text },
    reply: {},
  }),
  get_subaccount_list: call({
    path: "/api/v2/get_subaccount_list",
    body: session,
    reply: {
      devices: Schema.Array(NamedDeviceItem),
      accounts: Schema.Array(SubAccountItem.pipe(called)),
    },
  }),
  send_invitation: call({
    path: "/api/v2/send_invitation",
    body: { ...session, email: Text, name: Text, invitedBy: Text, link: Text },
    reply: { code: Text },
  }),
  update_subaccount_state: call({
    path: "/api/v2/update_subaccount_state",
    body: { ...session, accountId: Text, state: SubAccountState },
    reply: {},
  }),
  modify_subdevice: call({
    path: "/api/v2/modify_subdevice",
    body: { ...session, accountId: Text, deviceId: Text, isAdd: Schema.Boolean },
    reply: {},
  }),
  rename_account: call({
    path: "/api/v2/rename_account",
    body: { ...session, newName: Text },
    reply: {},
  }),
  rename_subaccount: call({
    path: "/api/v2/rename_subaccount",
    body: { ...session, accountId: Text, newName: Text },
    reply: {},
  }),
  accept_invitation: call({
    path: "/api/v2/accept_invitation",
    body: { ...session, invitationCode: Text },
    reply: {},
  }),
  get_main_accounts: call({
    path: "/api/v2/get_main_accounts",
    body: session,
    reply: { result: Schema.Array(MainAccountItem.pipe(called)) },
  }),
  disconnect_main_account: call({
    path: "/api/v2/disconnect_main_account",
    body: { ...session, accountId: Text },
    reply: {},
  }),
  update_subaccount_email: call({
    path: "/api/v2/update_subaccount_email",
    body: { ...session, accountId: Text, newEmail: Text },
    reply: {},
  }),
} as const

export type Calls = typeof calls
export type CallName = keyof Calls
export type CallBody<Name extends CallName> = Calls[Name]["body"]["Type"]
/**
 * `unread`: the unreadable items of its lists, where there are any. `servedAt`: the time of the device list's reply by
 * the server's clock, ms.
 */
export type CallReply<Name extends CallName> = Calls[Name]["reply"]["Type"] & {
  readonly unread?: Unread
  readonly servedAt?: number
}

/** The unreadable parts of a reply whose other parts count. */
export interface Unread {
  /** Items that were left out, by the field of the reply that lists them. */
  readonly lists: Readonly<Record<string, LeftOut>>
  /** The first few places of faults: names and indexes of our own schemas, no received values. */
  readonly problem: string
}

const isCallName = (name: string): name is CallName => Object.hasOwn(calls, name)
export const callNames: readonly CallName[] = Object.keys(calls).filter(isCallName)

/** The common field of all replies. A token may come with -106 of an activation (AUTH-7). */
export const Answer = Schema.Struct({ status: Schema.Int })
export const AnswerToken = Schema.Struct({ token: Schema.optionalKey(Text) })
