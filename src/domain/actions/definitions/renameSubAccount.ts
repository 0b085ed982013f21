import * as Effect from "effect/Effect"
import { isSameName, parseName } from "../../values/name.ts"
import { invalid, valid } from "../../values/parsed.ts"
import { calls } from "../../wire/cloud.ts"
import { cloudIntent, inputFields } from "../cloudIntent.ts"
import { defineAction } from "../defineAction.ts"
import type { AnyIntent } from "../definition.ts"

const schema = cloudIntent("rename_subaccount", inputFields(calls.rename_subaccount.body))
type Intent = typeof schema.Type

export interface RenameSubAccount {
  readonly type: "RenameSubAccount"
  readonly accountId: string
  readonly name: string
}

/** SUB-4 */
export const renameSubAccount = defineAction({
  command: "RenameSubAccount",
  channel: "cloud",
  call: "rename_subaccount",
  schema,
  is: (intent: AnyIntent): intent is Intent => intent.call === "rename_subaccount",
  delivery: "absolute",
  about: ({ accountId }) => ({ kind: "subAccount", id: accountId }),
  target: ({ accountId }) => [accountId],
  changes: { subAccount: (sub, { newName }) => ({ ...sub, name: newName }) },
  confirmedBy: "subAccounts",
  restoring: {
    shown: ({ input: { accountId } }, listing): Intent | null => {
      const sub = listing.read === "subAccounts" ? listing.subAccounts.get(accountId) : undefined
      return sub === undefined ? null : { call: "rename_subaccount", input: { accountId, newName: sub.name } }
    },
    command: ({ input: { accountId, newName } }): RenameSubAccount => ({
      type: "RenameSubAccount",
      accountId,
      name: newName,
    }),
    value: ({ input }) => ({ text: input.newName }),
  },
  ask: (command: RenameSubAccount, { subAccount }) => {
    const seen = subAccount(command.accountId)
    if (seen === undefined) return invalid("unknownAccount")
    const name = parseName(command.name)
    if (!name.ok) return name.reason === "nameEmpty" ? valid(null) : name
    if (isSameName(name.value, seen.shown.name)) return valid(null)
    const intent: Intent = { call: "rename_subaccount", input: { accountId: seen.item.id, newName: name.value } }
    return valid({ intent, subject: seen.item.name, before: seen.item.name })
  },
  send: (input, who, call) => Effect.as(call("rename_subaccount", { ...who, ...input }), null),
  words: ({ intent, subject, before }) => ({
    key: "rename_subaccount",
    params: { before: before ?? subject, after: intent.input.newName },
  }),
  messages: { confirmed: null, queued: null },
  personal: { newName: "name" },
})
