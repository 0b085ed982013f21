import * as Effect from "effect/Effect"
import { unsharable } from "../../features/devices/sharing.ts"
import { invalid, valid } from "../../values/parsed.ts"
import { calls } from "../../wire/cloud.ts"
import { cloudIntent, inputFields } from "../cloudIntent.ts"
import { defineAction } from "../defineAction.ts"
import type { AnyIntent } from "../definition.ts"

const schema = cloudIntent("modify_subdevice", inputFields(calls.modify_subdevice.body))
type Intent = typeof schema.Type

export interface AssignDevice {
  readonly type: "AssignDevice"
  readonly accountId: string
  readonly did: string
  readonly isAdd: boolean
}

const STATUS_ACTIVE = 2

/** SUB-5: only while the sub-account is active, only with firmware new enough, and only by the owner of the device. */
export const assignDevice = defineAction({
  command: "AssignDevice",
  channel: "cloud",
  call: "modify_subdevice",
  schema,
  is: (intent: AnyIntent): intent is Intent => intent.call === "modify_subdevice",
  delivery: "absolute",
  about: ({ accountId }) => ({ kind: "subAccount", id: accountId }),
  target: ({ accountId, deviceId }) => [accountId, deviceId],
  changes: {
    subAccount: (sub, { deviceId, isAdd }) => {
      const others = sub.devices.filter((id) => id !== deviceId)
      return { ...sub, devices: isAdd ? [...others, deviceId] : others }
    },
  },
  confirmedBy: "subAccounts",
  restoring: {
    shown: ({ input: { accountId, deviceId } }, listing): Intent | null => {
      const sub = listing.read === "subAccounts" ? listing.subAccounts.get(accountId) : undefined
      if (sub === undefined) return null
      return { call: "modify_subdevice", input: { accountId, deviceId, isAdd: sub.devices.includes(deviceId) } }
    },
    command: ({ input: { accountId, deviceId, isAdd } }): AssignDevice => ({
      type: "AssignDevice",
      accountId,
      did: deviceId,
      isAdd,
    }),
    value: ({ input }) => ({ word: input.isAdd ? "assigned" : "unassigned" }),
  },
  ask: ({ accountId, did, isAdd }: AssignDevice, { device, subAccount }) => {
    const seen = subAccount(accountId)
    if (seen === undefined) return invalid("unknownAccount")
    if (seen.shown.status !== STATUS_ACTIVE) return invalid("notAllowed")
    if (seen.shown.devices.includes(did) === isAdd) return valid(null)
    const item = device(did)?.item
    if (isAdd && item?.shared === true) return invalid("notAllowed")
    if (isAdd && item === undefined) return invalid("unknownDevice")
    const hindrance = isAdd && item !== undefined ? unsharable(item) : null
    if (hindrance !== null) return invalid(hindrance)
    const intent: Intent = { call: "modify_subdevice", input: { accountId: seen.item.id, deviceId: did, isAdd } }
    return valid({ intent, subject: seen.shown.name, before: item?.name ?? did })
  },
  send: (input, who, call) => Effect.as(call("modify_subdevice", { ...who, ...input }), null),
  words: ({ intent, subject, before }) => ({
    key: intent.input.isAdd ? "assign" : "unassign",
    params: { device: before ?? intent.input.deviceId, subject },
  }),
  messages: { confirmed: null, queued: null },
  personal: {},
})
