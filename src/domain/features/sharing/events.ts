import * as Schema from "effect/Schema"
import { asBefore, type EventOf } from "../../event/event.ts"
import { oddEntriesFields, ReadFailure } from "../../event/listRead.ts"
import { AccountKeySchema } from "../../wire/brands.ts"
import { MainAccountItem, SubAccountItem } from "../../wire/cloud.ts"

/** The fields in the log. Earlier releases accepted any id and any time. */
const SubAccountFields = Schema.Struct({
  ...SubAccountItem.fields,
  id: Schema.String,
  devices: Schema.Array(Schema.String),
  createdAt: Schema.Finite,
})
const MainAccountFields = Schema.Struct({ ...MainAccountItem.fields, id: Schema.String })

const { id: _id, ...subAccountFields } = SubAccountFields.fields
const ChangedSubAccount = Schema.Struct({
  name: Schema.optionalKey(subAccountFields.name),
  email: Schema.optionalKey(subAccountFields.email),
  createdAt: Schema.optionalKey(subAccountFields.createdAt),
  status: Schema.optionalKey(subAccountFields.status),
  devices: Schema.optionalKey(subAccountFields.devices),
})

/** Lists of sub-accounts and of connected main accounts; reads carry changed fields only. */
export const sharingEvents = {
  SubAccountsRead: {
    v: 1,
    origin: "cloud",
    sign: ["online", "off"],
    payload: Schema.Struct({
      account: AccountKeySchema,
      begunAt: Schema.Finite,
      begunSeq: Schema.optionalKey(Schema.Int),
      added: Schema.Array(SubAccountFields),
      changed: Schema.Array(Schema.Struct({ id: Schema.String, fields: ChangedSubAccount })),
      removed: Schema.Array(Schema.String),
      /** Names of the devices that can be assigned, where they have changed. */
      devices: Schema.optionalKey(Schema.Array(Schema.Struct({ id: Schema.String, name: Schema.String }))),
      ...oddEntriesFields,
    }),
  },
  MainAccountsRead: {
    v: 1,
    origin: "cloud",
    sign: ["online", "off"],
    payload: Schema.Struct({
      account: AccountKeySchema,
      begunAt: Schema.Finite,
      begunSeq: Schema.optionalKey(Schema.Int),
      added: Schema.Array(MainAccountFields),
      changed: Schema.Array(
        Schema.Struct({
          id: Schema.String,
          fields: Schema.Struct({ name: Schema.optionalKey(Schema.String), email: Schema.optionalKey(Schema.String) }),
        }),
      ),
      removed: Schema.Array(Schema.String),
      ...oddEntriesFields,
    }),
  },
  SharingReadFailed: {
    v: 2,
    origin: "app",
    sign: ["warning", "warn"],
    payload: Schema.Struct({
      account: AccountKeySchema,
      list: Schema.Literals(["subAccounts", "mainAccounts"]),
      reason: ReadFailure,
      httpStatus: Schema.optionalKey(Schema.Int),
    }),
    upcast: { 1: asBefore },
  },
  /** The server accepted the code of an invitation. Its owner has still to approve (ACCOUNT-5). */
  InvitationAccepted: {
    v: 1,
    origin: "cloud",
    sign: ["shared", "ok"],
    payload: Schema.Struct({ account: AccountKeySchema }),
  },
  /** The person no longer waits for the approval of the invitation that was accepted at that time (ms). */
  AwaitingDismissed: {
    v: 1,
    origin: "person",
    sign: ["info", "off"],
    payload: Schema.Struct({ account: AccountKeySchema, acceptedAt: Schema.Finite }),
  },
} as const

export type SharingEvent = EventOf<typeof sharingEvents>
