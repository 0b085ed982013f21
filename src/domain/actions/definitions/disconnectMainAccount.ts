import * as Effect from "effect/Effect"
import { invalid, valid } from "../../values/parsed.ts"
import { calls } from "../../wire/cloud.ts"
import { cloudIntent, inputFields } from "../cloudIntent.ts"
import { defineAction } from "../defineAction.ts"
import type { AnyIntent } from "../definition.ts"

const schema = cloudIntent("disconnect_main_account", inputFields(calls.disconnect_main_account.body))
type Intent = typeof schema.Type

export interface DisconnectMainAccount {
  readonly type: "DisconnectMainAccount"
  readonly accountId: string
}

/**
 * ACCOUNT-1: sent once; afterwards the list of main accounts shows the outcome. The devices of the main account go with
 * it.
 */
export const disconnectMainAccount = defineAction({
  command: "DisconnectMainAccount",
  channel: "cloud",
  call: "disconnect_main_account",
  schema,
  is: (intent: AnyIntent): intent is Intent => intent.call === "disconnect_main_account",
  delivery: "atMostOnce",
  about: ({ accountId }) => ({ kind: "mainAccount", id: accountId }),
  target: ({ accountId }) => [accountId],
  changes: { mainAccount: "removed" },
  confirmedBy: "mainAccounts",
  alsoChanges: "devices",
  ask: ({ accountId }: DisconnectMainAccount, { mainAccount }) => {
    const main = mainAccount(accountId)
    if (main === undefined) return invalid("unknownAccount")
    const intent: Intent = { call: "disconnect_main_account", input: { accountId: main.id } }
    return valid({ intent, subject: main.name, before: null })
  },
  send: (input, who, call) => Effect.as(call("disconnect_main_account", { ...who, ...input }), null),
  words: ({ subject }) => ({ key: "disconnect", params: { subject } }),
  messages: { confirmed: null, queued: null, refused: "disconnectFailed" },
  personal: {},
})
