import * as Schema from "effect/Schema"
import type { AnyCommand } from "../event/command.ts"
import { normalEmail } from "../values/email.ts"
import { type Parsed, valid } from "../values/parsed.ts"
import type { AccountView, Listing, SubAccountFields } from "./accountView.ts"
import type { ActionDefinition, AnyIntent, AskRejection, SeenIntent, Subject } from "./definition.ts"
import { assignDevice } from "./definitions/assignDevice.ts"
import { changeSubAccountState } from "./definitions/changeSubAccountState.ts"
import { disconnectMainAccount } from "./definitions/disconnectMainAccount.ts"
import { editSubAccountEmail } from "./definitions/editSubAccountEmail.ts"
import { rebootDevice } from "./definitions/rebootDevice.ts"
import { renameAccount } from "./definitions/renameAccount.ts"
import { renameDevice } from "./definitions/renameDevice.ts"
import { renameSubAccount } from "./definitions/renameSubAccount.ts"
import { sendInvitation } from "./definitions/sendInvitation.ts"
import { wakeDevice } from "./definitions/wakeDevice.ts"

/** Every queued action (OFFLINE-2). A new one is a file in `definitions/` and its line here. */

export const actions = {
  AssignDevice: assignDevice,
  ChangeSubAccountState: changeSubAccountState,
  DisconnectMainAccount: disconnectMainAccount,
  EditSubAccountEmail: editSubAccountEmail,
  RebootDevice: rebootDevice,
  RenameAccount: renameAccount,
  RenameDevice: renameDevice,
  RenameSubAccount: renameSubAccount,
  SendInvitation: sendInvitation,
  WakeDevice: wakeDevice,
} as const

export const IntentSchema = Schema.Union(Object.values(actions).map(({ schema }) => schema))
export type Intent = typeof IntentSchema.Type
export type QueuedCall = Intent["call"]

/** A person's request to the cloud, which the outbox queues as an action. */
export type PersonCommand = Parameters<(typeof actions)[keyof typeof actions]["ask"]>[0]

/** Keys below `layout.outbox.action`. */
export type ActionTextKey = ReturnType<(typeof actions)[keyof typeof actions]["words"]>["key"]

export const definitions: readonly ActionDefinition<ActionTextKey>[] = Object.values(actions).map(
  ({ definition }) => definition,
)

/** The calls of queued actions. Every other call is now or never. */
export const queuedCalls: readonly QueuedCall[] = [...new Set(Object.values(actions).map(({ call }) => call))]

const isIntent = (intent: AnyIntent): intent is Intent => definitions.some(({ is }) => is(intent))

/** Wake and reboot share a call; most calls have one definition. */
const byCall = Map.groupBy(definitions, ({ call }) => call)

export const definitionOf = (intent: AnyIntent): ActionDefinition<ActionTextKey> => {
  const found = byCall.get(intent.call)?.find(({ is }) => is(intent))
  if (found === undefined) throw new TypeError(`no action defines ${intent.call}`)
  return found
}

/** True for a command that asks for a queued action. */
export const asksForAction = <Command extends AnyCommand>(
  command: Command,
): command is Extract<Command, PersonCommand> => Object.hasOwn(actions, command.type)

/** The intent of a command, given the data that the person saw; null when it would change nothing. */
export const askFor = (command: PersonCommand, view: AccountView): Parsed<SeenIntent<Intent> | null, AskRejection> => {
  const asked = actions[command.type].definition.ask(command, view)
  if (!asked.ok || asked.value === null) return asked.ok ? valid(null) : asked
  const { intent, ...seen } = asked.value
  if (!isIntent(intent)) throw new TypeError(`no action defines ${intent.call}`)
  return valid({ ...seen, intent })
}

/** The intent that would set the value that a list shows instead; null when the list does not show one. */
export const shownInstead = (intent: Intent, listing: Listing): Intent | null => {
  const shown = definitionOf(intent).shownInstead(intent, listing)
  return shown !== null && isIntent(shown) ? shown : null
}

/** The command by which a person asks for an intent again. */
export const commandFor = (intent: Intent): PersonCommand | null => {
  const command = definitionOf(intent).restore(intent)
  return command !== null && asksForAction(command) ? command : null
}

/** True when two intents set the same value. Names are compared as people read them, addresses as servers do. */
export const setsSame = (a: AnyIntent, b: AnyIntent): boolean => {
  if (a.call !== b.call) return false
  const [these, others] = [new Map(Object.entries(a.input)), new Map(Object.entries(b.input))]
  return (
    these.size === others.size &&
    [...these].every(([key, value]) => compared(key, value) === compared(key, others.get(key)))
  )
}

const compared = (key: string, value: unknown): unknown => {
  if (typeof value !== "string") return value
  return key === "newEmail" ? normalEmail(value) : value.normalize("NFC")
}

/**
 * True when `shown` sets the value that a person saw when asking for another intent of its target, or when that value
 * is unknown.
 */
export const setsSeen = (shown: Intent, { before, from }: Pick<SeenIntent<Intent>, "before" | "from">): boolean => {
  if (shown.call === "update_subaccount_state") return from === undefined || shown.input.state === from
  const value = definitionOf(shown).value(shown)
  if (value === null || !("text" in value) || before === null) return true
  const key = shown.call === "update_subaccount_email" ? "newEmail" : "newName"
  return compared(key, value.text) === compared(key, before)
}

/** Order is kept within a lane; lanes go side by side (OFFLINE-4). */
export const laneOf = (intent: AnyIntent): string => {
  const subject = definitionOf(intent).about(intent)
  if (subject.kind === "device") return deviceSubject(subject.id)
  return subject.kind === "subAccount" ? subAccountSubject(subject.id) : "own"
}

/** The target of an intent, as text that the log keeps. */
export const targetOf = (intent: AnyIntent): string => definitionOf(intent).target(intent)

export const isAbsolute = (intent: AnyIntent): boolean => definitionOf(intent).delivery === "absolute"

export const deviceSubject = (did: string): string => `device ${did}`
export const subAccountSubject = (accountId: string): string => `sub ${accountId}`
export const mainAccountSubject = (accountId: string): string => `main ${accountId}`

/** The subject of an intent as screens look it up: a device, a sub-account, a main account, else the call itself. */
export const subjectOf = (intent: AnyIntent): string => keyOf(definitionOf(intent).about(intent), intent.call)

const keyOf = (subject: Subject, call: string): string => {
  switch (subject.kind) {
    case "device":
      return deviceSubject(subject.id)
    case "subAccount":
      return subAccountSubject(subject.id)
    case "mainAccount":
      return mainAccountSubject(subject.id)
    case "ownAccount":
      return call
  }
}

/** The entry that the intent removes from a list (SUB-3, ACCOUNT-1); null when it removes none. */
export const removedBy = (
  intent: AnyIntent,
): { readonly list: "subAccounts" | "mainAccounts"; readonly id: string } | null => {
  const definition = definitionOf(intent)
  const subject = definition.about(intent)
  if (subject.kind === "mainAccount" && definition.removesMainAccount) return { list: "mainAccounts", id: subject.id }
  const isRemoved = subject.kind === "subAccount" && definition.subAccount(anySubAccount, intent) === null
  return isRemoved ? { list: "subAccounts", id: subject.id } : null
}

const anySubAccount: SubAccountFields = { name: "", email: "", status: 0, devices: [] }
