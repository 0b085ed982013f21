import type { Device } from "../devices/state.ts"
import { changedSubAccount, type SubAccount } from "../sharing/state.ts"
import type { AccountKey } from "../values/identity.ts"
import { type Action, isOpen, type OutboxState } from "./state.ts"

/** Optimistic values: what the server will hold once every open action is done (OFFLINE-9). */

const openActions = function* (outbox: Pick<OutboxState, "actions">, account: AccountKey | null): Generator<Action> {
  for (const action of outbox.actions.values()) if (action.account === account && isOpen(action)) yield action
}

/** The newest open rename of a device, if any. */
export const pendingRename = (outbox: OutboxState, account: AccountKey | null, did: string): Action | undefined => {
  let found: Action | undefined
  for (const action of openActions(outbox, account))
    if (action.intent.call === "rename_device" && action.intent.input.did === did) found = action
  return found
}

/** The names asked for in open renames, by device: for a whole list, where `pendingRename` would look at all anew. */
export const pendingNames = (
  actions: OutboxState["actions"],
  account: AccountKey | null,
): ReadonlyMap<string, string> => {
  const names = new Map<string, string>()
  for (const { intent } of openActions({ actions }, account))
    if (intent.call === "rename_device") names.set(intent.input.did, intent.input.title)
  return names
}

export const shownDeviceName = (outbox: OutboxState, account: AccountKey | null, device: Device): string => {
  const intent = pendingRename(outbox, account, device.id)?.intent
  return intent?.call === "rename_device" ? intent.input.title : device.name
}

export const shownAccountName = (outbox: OutboxState, account: AccountKey | null, name: string): string => {
  let shown = name
  for (const { intent } of openActions(outbox, account))
    if (intent.call === "rename_account") shown = intent.input.newName
  return shown
}

/** Null once its removal is on the way. */
export const shownSubAccount = (
  outbox: OutboxState,
  account: AccountKey | null,
  sub: SubAccount,
): SubAccount | null => {
  let shown: SubAccount | null = sub
  for (const { intent } of openActions(outbox, account)) {
    if (shown === null) return null
    if ("accountId" in intent.input && intent.call !== "disconnect_main_account" && intent.input.accountId === sub.id)
      shown = changedSubAccount(shown, intent)
  }
  return shown
}
