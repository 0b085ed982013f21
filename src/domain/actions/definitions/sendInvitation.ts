import * as Effect from "effect/Effect"
import { normalEmail, parseEmail } from "../../values/email.ts"
import { parseName } from "../../values/name.ts"
import { invalid, valid } from "../../values/parsed.ts"
import { calls } from "../../wire/cloud.ts"
import { cloudIntent, inputFields } from "../cloudIntent.ts"
import { defineAction } from "../defineAction.ts"
import type { AnyIntent } from "../definition.ts"

const schema = cloudIntent("send_invitation", inputFields(calls.send_invitation.body))
type Intent = typeof schema.Type

export interface SendInvitation {
  readonly type: "SendInvitation"
  readonly name: string
  readonly email: string
}

/** The server link of an invitation ends in `invitation` (SUB-2). */
const INVITATION_PATH = "/invitation"

/** SUB-2: sent once. When the reply is lost, so is its code; the next list of sub-accounts may show the address. */
export const sendInvitation = defineAction({
  command: "SendInvitation",
  channel: "cloud",
  call: "send_invitation",
  schema,
  is: (intent: AnyIntent): intent is Intent => intent.call === "send_invitation",
  delivery: "atMostOnce",
  about: () => ({ kind: "ownAccount" }),
  target: () => [],
  changes: {},
  confirmedBy: "subAccounts",
  alsoChanges: "subAccounts",
  needsList: "subAccounts",
  givesSecret: true,
  shownBy: ({ email }, listing, claimedSeq) => {
    if (listing.read !== "subAccounts") return null
    const invited = normalEmail(email)
    for (const [id, sub] of listing.subAccounts)
      if (normalEmail(sub.email) === invited && listing.isNewSince(id, claimedSeq)) return true
    return false
  },
  ask: (command: SendInvitation, { own }) => {
    const name = parseName(command.name)
    if (!name.ok) return name
    const email = parseEmail(command.email)
    if (!email.ok) return email
    if (normalEmail(email.value) === normalEmail(own.email)) return invalid("ownEmail")
    const link = `${own.server}${INVITATION_PATH}`
    const input = { email: email.value, name: name.value, invitedBy: own.name, link }
    const intent: Intent = { call: "send_invitation", input }
    return valid({ intent, subject: name.value, before: null })
  },
  send: (input, who, call) => Effect.map(call("send_invitation", { ...who, ...input }), ({ code }) => code),
  words: ({ subject }) => ({ key: "send_invitation", params: { subject } }),
  messages: {
    confirmed: { kind: "success", message: "invitationSentNotCopied" },
    queued: null,
    unconfirmed: "unconfirmedInvitation",
    shownIn: "invitation",
  },
  personal: { email: "email", name: "name", invitedBy: "name", link: "url" },
})
