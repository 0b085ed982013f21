import * as Effect from "effect/Effect"
import { parseEmail, typedEmail } from "../../values/email.ts"
import { invalid, valid } from "../../values/parsed.ts"
import { calls } from "../../wire/cloud.ts"
import { cloudIntent, inputFields } from "../cloudIntent.ts"
import { defineAction } from "../defineAction.ts"
import type { AnyIntent } from "../definition.ts"

const schema = cloudIntent("update_subaccount_email", inputFields(calls.update_subaccount_email.body))
type Intent = typeof schema.Type

export interface EditSubAccountEmail {
  readonly type: "EditSubAccountEmail"
  readonly accountId: string
  readonly email: string
}

/** SUB-4; the call is an extension, so a server may refuse it. */
export const editSubAccountEmail = defineAction({
  command: "EditSubAccountEmail",
  channel: "cloud",
  call: "update_subaccount_email",
  schema,
  is: (intent: AnyIntent): intent is Intent => intent.call === "update_subaccount_email",
  delivery: "absolute",
  about: ({ accountId }) => ({ kind: "subAccount", id: accountId }),
  target: ({ accountId }) => [accountId],
  changes: { subAccount: (sub, { newEmail }) => ({ ...sub, email: newEmail }) },
  confirmedBy: "subAccounts",
  restoring: {
    shown: ({ input: { accountId } }, listing): Intent | null => {
      const sub = listing.read === "subAccounts" ? listing.subAccounts.get(accountId) : undefined
      return sub === undefined ? null : { call: "update_subaccount_email", input: { accountId, newEmail: sub.email } }
    },
    command: ({ input: { accountId, newEmail } }): EditSubAccountEmail => ({
      type: "EditSubAccountEmail",
      accountId,
      email: newEmail,
    }),
    value: ({ input }) => ({ text: input.newEmail }),
  },
  ask: (command: EditSubAccountEmail, { subAccount }) => {
    const seen = subAccount(command.accountId)
    if (seen === undefined) return invalid("unknownAccount")
    const email = parseEmail(command.email)
    if (!email.ok) return email
    if (email.value === typedEmail(seen.shown.email)) return valid(null)
    const intent: Intent = {
      call: "update_subaccount_email",
      input: { accountId: seen.item.id, newEmail: email.value },
    }
    return valid({ intent, subject: seen.shown.name, before: seen.item.email })
  },
  send: (input, who, call) => Effect.as(call("update_subaccount_email", { ...who, ...input }), null),
  words: ({ subject }) => ({ key: "update_subaccount_email", params: { subject } }),
  messages: { confirmed: null, queued: null },
  personal: { newEmail: "email" },
})
