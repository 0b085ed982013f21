import type { DevicesCommand } from "../devices/decide.ts"
import type { Asked, Outlived, Reading } from "../outbox/reconcile.ts"
import type { SharingCommand } from "../sharing/decide.ts"
import { changedSubAccount, type SharingState } from "../sharing/state.ts"
import type { Intent } from "../wire/intent.ts"

type ReadCommand = Extract<
  DevicesCommand | SharingCommand,
  { type: "RecordDevices" | "RecordSubAccounts" | "RecordMainAccounts" }
>

/** What a list just read says of intents, by what was known before it; `ownName` is told with the devices. */
export const readingOf = (
  command: ReadCommand,
  sharing: SharingState,
  ownName: string | undefined,
  outlived: Outlived = new Map(),
): Reading => {
  const { account, begunAt } = command
  const read = { account, begunAt, outlived }
  switch (command.type) {
    case "RecordDevices": {
      const names = new Map(command.devices.map(({ id, name }) => [id, name]))
      return { ...read, read: "devices", shows: ({ intent }) => devicesShow(intent, names, ownName) }
    }
    case "RecordSubAccounts":
      return { ...read, read: "subAccounts", shows: (asked) => subAccountsShow(asked, command, sharing) }
    case "RecordMainAccounts": {
      const ids = new Set(command.mainAccounts.map(({ id }) => id))
      return {
        ...read,
        read: "mainAccounts",
        shows: ({ intent }) => (intent.call === "disconnect_main_account" ? !ids.has(intent.input.accountId) : null),
      }
    }
  }
}

const devicesShow = (
  intent: Intent,
  names: ReadonlyMap<string, string>,
  ownName: string | undefined,
): boolean | null => {
  if (intent.call === "rename_account") return ownName === undefined ? null : ownName === intent.input.newName
  if (intent.call !== "rename_device") return null
  const name = names.get(intent.input.did)
  return name === undefined ? null : name === intent.input.title
}

type SubAccountsReading = Extract<ReadCommand, { type: "RecordSubAccounts" }>

const subAccountsShow = (
  { intent, claimedAt }: Asked,
  reading: SubAccountsReading,
  sharing: SharingState,
): boolean | null => {
  const { subAccounts } = reading
  if (intent.call === "send_invitation") {
    const email = intent.input.email.toLowerCase()
    return subAccounts.some((sub) => sub.email.toLowerCase() === email && seenAt(sub.id, reading, sharing) > claimedAt)
  }
  if (!("accountId" in intent.input)) return null
  const { accountId } = intent.input
  const sub = subAccounts.find(({ id }) => id === accountId)
  if (sub === undefined) return intent.call === "update_subaccount_state" && intent.input.state === 4 ? true : null
  const wanted = changedSubAccount(sub, intent)
  if (wanted === null) return false
  return (
    wanted.name === sub.name &&
    wanted.email === sub.email &&
    wanted.status === sub.status &&
    new Set(wanted.devices).size === new Set(sub.devices).size &&
    wanted.devices.every((id) => sub.devices.includes(id))
  )
}

/** When the read began that showed a sub-account first, ms; 0 when it may have been there before any read. */
const seenAt = (id: string, { account, begunAt }: SubAccountsReading, sharing: SharingState): number => {
  if (sharing.account !== account || sharing.subAccountsRead.at === null) return 0
  return sharing.subAccounts.get(id)?.seenAt ?? begunAt
}
