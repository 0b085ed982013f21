import type { AccountView } from "../actions/accountView.ts"
import { definitionOf, deviceSubject, subAccountSubject } from "../actions/table.ts"
import type { Device, DevicesState } from "../features/devices/state.ts"
import type { SessionState } from "../features/session/state.ts"
import type { SharingState, SubAccount } from "../features/sharing/state.ts"
import type { AccountKey } from "../values/identity.ts"
import { type Action, isOpen, type OutboxState } from "./state.ts"

type Outbox = Pick<OutboxState, "actions">

/** Optimistic values: the expected state of the server once every open action is done (OFFLINE-9). */

/** The newest open rename of a device, if any. */
export const pendingRename = ({ actions }: Outbox, account: AccountKey | null, did: string): Action | undefined =>
  actions.about(account, deviceSubject(did)).findLast((action) => isOpen(action) && newDeviceName(action) !== null)

const newDeviceName = ({ intent }: Action): string | null => definitionOf(intent).deviceName(intent)

export const shownDeviceName = (
  outbox: Outbox,
  account: AccountKey | null,
  device: Pick<Device, "id" | "name">,
): string => {
  const rename = pendingRename(outbox, account, device.id)
  return (rename && newDeviceName(rename)) ?? device.name
}

/** The new names of devices with an open rename. */
export const pendingDeviceNames = ({ actions }: Outbox, account: AccountKey | null): ReadonlyMap<string, string> => {
  const names = new Map<string, string>()
  if (account === null) return names
  for (const { intent, dismissed } of actions.openOf(account)) {
    const definition = definitionOf(intent)
    const name = definition.deviceName(intent)
    const subject = definition.about(intent)
    if (name !== null && subject.kind === "device" && !dismissed) names.set(subject.id, name)
  }
  return names
}

export const shownAccountName = ({ actions }: Outbox, account: AccountKey | null, name: string): string => {
  const intent = actions.about(account, "rename_account").findLast(isOpen)?.intent
  return (intent && definitionOf(intent).ownName(intent)) ?? name
}

/** Null while an open action removes it. */
export const shownSubAccount = (
  { actions }: Outbox,
  account: AccountKey | null,
  sub: SubAccount,
): SubAccount | null => {
  let shown: SubAccount | null = sub
  for (const action of actions.about(account, subAccountSubject(sub.id))) {
    if (shown === null) return null
    if (isOpen(action)) shown = definitionOf(action.intent).subAccount(shown, action.intent)
  }
  return shown
}

interface Lists {
  readonly session: SessionState
  readonly devices: DevicesState
  readonly sharing: SharingState
  readonly outbox: Outbox
}

/** The data that the signed-in person sees; null for a guest. */
export const accountViewOf = ({ session: { current }, devices, sharing, outbox }: Lists): AccountView | null => {
  if (current === null) return null
  const { account, server, email, name } = current
  const isOwn = (list: { readonly account: AccountKey | null }) => list.account === account
  return {
    own: { server, email, name, shownName: shownAccountName(outbox, account, name) },
    device: (did) => {
      const item = isOwn(devices) ? devices.bound.get(did) : undefined
      if (item === undefined) return undefined
      const before = pendingRename(outbox, account, did)?.before ?? item.name
      return { item, shownName: shownDeviceName(outbox, account, item), before }
    },
    subAccount: (id) => {
      const item = isOwn(sharing) ? sharing.subAccounts.get(id) : undefined
      const shown = item && shownSubAccount(outbox, account, item)
      return item && shown ? { item, shown } : undefined
    },
    mainAccount: (id) => (isOwn(sharing) ? sharing.mainAccounts.get(id) : undefined),
  }
}
