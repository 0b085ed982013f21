import { Schema } from "effect"
import { type CallInput, type CallName, calls } from "./cloud.ts"

/** The calls that may wait in the outbox (design.md section 3); every other call is now or never. */
export const queuedCalls = [
  "rename_device",
  "rename_account",
  "rename_subaccount",
  "update_subaccount_email",
  "update_subaccount_state",
  "modify_subdevice",
  "disconnect_main_account",
  "send_invitation",
  "request_device",
] as const satisfies readonly CallName[]

export type QueuedCall = (typeof queuedCalls)[number]

/** What a person wants of the cloud, without the session's credentials: those are added at sending only. */
export type Intent = {
  readonly [Call in QueuedCall]: { readonly call: Call; readonly input: CallInput<Call> }
}[QueuedCall]

const input = <const Call extends QueuedCall, Fields extends Schema.Struct.Fields>(call: Call, fields: Fields) => {
  const { uid: _uid, token: _token, ...rest } = fields
  return Schema.Struct({ call: Schema.Literal(call), input: Schema.Struct(rest) })
}

export const IntentSchema = Schema.Union([
  input("rename_device", calls.rename_device.body.fields),
  input("rename_account", calls.rename_account.body.fields),
  input("rename_subaccount", calls.rename_subaccount.body.fields),
  input("update_subaccount_email", calls.update_subaccount_email.body.fields),
  input("update_subaccount_state", calls.update_subaccount_state.body.fields),
  input("modify_subdevice", calls.modify_subdevice.body.fields),
  input("disconnect_main_account", calls.disconnect_main_account.body.fields),
  input("send_invitation", calls.send_invitation.body.fields),
  input("request_device", calls.request_device.body.fields),
])
