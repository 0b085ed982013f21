import * as Effect from "effect/Effect"
import { isAllowedTransition } from "../../features/sharing/decide.ts"
import { STATUS_DELETED } from "../../features/sharing/state.ts"
import { invalid, valid } from "../../values/parsed.ts"
import { calls } from "../../wire/cloud.ts"
import { cloudIntent, inputFields } from "../cloudIntent.ts"
import { defineAction } from "../defineAction.ts"
import type { AnyIntent } from "../definition.ts"

const schema = cloudIntent("update_subaccount_state", inputFields(calls.update_subaccount_state.body))
type Intent = typeof schema.Type

export interface ChangeSubAccountState {
  readonly type: "ChangeSubAccountState"
  readonly accountId: string
  readonly state: 2 | 3 | 4
}

const statuses = [0, 1, 2, 3, STATUS_DELETED] as const
const words = ["pending", "accepted", "active", "disabled", "removed"] as const

/** SUB-3: approve, disable, enable, remove. */
export const changeSubAccountState = defineAction({
  command: "ChangeSubAccountState",
  channel: "cloud",
  call: "update_subaccount_state",
  schema,
  is: (intent: AnyIntent): intent is Intent => intent.call === "update_subaccount_state",
  delivery: "absolute",
  about: ({ accountId }) => ({ kind: "subAccount", id: accountId }),
  target: ({ accountId }) => [accountId],
  followsStatus: ({ accountId, state }) => ({ accountId, to: state }),
  changes: { subAccount: (sub, { state }) => (state === STATUS_DELETED ? null : { ...sub, status: state }) },
  confirmedBy: "subAccounts",
  restoring: {
    shown: ({ input: { accountId } }, listing): Intent | null => {
      const status = listing.read === "subAccounts" ? listing.subAccounts.get(accountId)?.status : undefined
      const state = statuses.find((each) => each === status)
      return state === undefined ? null : { call: "update_subaccount_state", input: { accountId, state } }
    },
    command: ({ input: { accountId, state } }): ChangeSubAccountState | null =>
      state === 0 || state === 1 ? null : { type: "ChangeSubAccountState", accountId, state },
    value: ({ input: { state } }) => ({ word: words[state] }),
  },
  ask: (command: ChangeSubAccountState, { subAccount }) => {
    const seen = subAccount(command.accountId)
    if (seen === undefined) return invalid("unknownAccount")
    const { id } = seen.item
    const { name, status } = seen.shown
    if (!isAllowedTransition(status, command.state)) return invalid("notAllowed")
    const intent: Intent = { call: "update_subaccount_state", input: { accountId: id, state: command.state } }
    return valid({ intent, subject: name, before: null, from: status })
  },
  send: (input, who, call) => Effect.as(call("update_subaccount_state", { ...who, ...input }), null),
  words: ({ intent, subject, from }) => ({ key: verbOf(intent.input.state, from), params: { subject } }),
  messages: { confirmed: null, queued: null },
  personal: {},
})

/** An accepted or disabled sub-account becomes active. No command asks for the codes 0 and 1. */
const verbOf = (to: number, from: number | undefined) => {
  if (to === STATUS_DELETED) return "remove"
  if (to === 3) return "disable"
  return from === 3 ? "enable" : "approve"
}
