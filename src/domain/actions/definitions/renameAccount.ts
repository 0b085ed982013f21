import * as Effect from "effect/Effect"
import { isSameName, parseName } from "../../values/name.ts"
import { valid } from "../../values/parsed.ts"
import { calls } from "../../wire/cloud.ts"
import { cloudIntent, inputFields } from "../cloudIntent.ts"
import { defineAction } from "../defineAction.ts"
import type { AnyIntent } from "../definition.ts"

const schema = cloudIntent("rename_account", inputFields(calls.rename_account.body))
type Intent = typeof schema.Type

export interface RenameAccount {
  readonly type: "RenameAccount"
  readonly name: string
}

/** ACCOUNT-2 */
export const renameAccount = defineAction({
  command: "RenameAccount",
  channel: "cloud",
  call: "rename_account",
  schema,
  is: (intent: AnyIntent): intent is Intent => intent.call === "rename_account",
  delivery: "absolute",
  about: () => ({ kind: "ownAccount" }),
  target: () => [],
  changes: { ownName: ({ newName }) => newName },
  confirmedBy: "devices",
  restoring: {
    shown: (_intent, listing): Intent | null => {
      const name = listing.read === "devices" ? listing.ownName : undefined
      return name === undefined ? null : { call: "rename_account", input: { newName: name } }
    },
    command: ({ input }): RenameAccount => ({ type: "RenameAccount", name: input.newName }),
    value: ({ input }) => ({ text: input.newName }),
  },
  ask: (command: RenameAccount, { own }) => {
    const name = parseName(command.name)
    if (!name.ok) return name.reason === "nameEmpty" ? valid(null) : name
    if (isSameName(name.value, own.shownName)) return valid(null)
    const intent: Intent = { call: "rename_account", input: { newName: name.value } }
    return valid({ intent, subject: own.name, before: own.name })
  },
  send: (input, who, call) => Effect.as(call("rename_account", { ...who, ...input }), null),
  words: ({ intent }) => ({ key: "rename_account", params: { after: intent.input.newName } }),
  messages: { confirmed: { kind: "success", message: "accountRenamed" }, queued: "renameQueued" },
  personal: { newName: "name" },
})
