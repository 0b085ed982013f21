import { pendingRename, shownAccountName, shownDeviceName, shownSubAccount } from "../outbox/overlay.ts"
import { isAllowedTransition } from "../sharing/decide.ts"
import { normalEmail, parseEmail } from "../values/email.ts"
import { SHARING_MIN_BUILD } from "../values/limits.ts"
import { parseMac } from "../values/mac.ts"
import { parseName } from "../values/name.ts"
import { invalid, type Parsed, valid } from "../values/parsed.ts"
import type { Intent } from "../wire/intent.ts"
import type { State } from "./state.ts"

/** What a person asks of the cloud; decided into a queued action (design.md section 3). */
export type PersonCommand =
  | { readonly type: "RenameDevice"; readonly did: string; readonly name: string }
  | { readonly type: "RebootDevice"; readonly did: string }
  /** `mac` null wakes the bound MAC. */
  | { readonly type: "WakeDevice"; readonly did: string; readonly mac: string | null }
  | { readonly type: "RenameAccount"; readonly name: string }
  | { readonly type: "RenameSubAccount"; readonly accountId: string; readonly name: string }
  | { readonly type: "EditSubAccountEmail"; readonly accountId: string; readonly email: string }
  | { readonly type: "ChangeSubAccountState"; readonly accountId: string; readonly state: 2 | 3 | 4 }
  | { readonly type: "AssignDevice"; readonly accountId: string; readonly did: string; readonly isAdd: boolean }
  | { readonly type: "DisconnectMainAccount"; readonly accountId: string }
  | { readonly type: "SendInvitation"; readonly name: string; readonly email: string }

export type IntentRejection =
  | "signedOut"
  | "unknownDevice"
  | "unknownAccount"
  | "nameEmpty"
  | "nameTooLong"
  | "invalidMac"
  | "noBoundMac"
  | "invalidEmail"
  | "ownEmail"
  | "notAllowed"
  | "firmwareTooOld"

/** An intent with what the person saw; null when there is nothing to do (empty or unchanged, RENAME-1). */
export interface Asked {
  readonly intent: Intent
  readonly subject: string
  readonly before: string | null
  /** S 4 code shown, for a change of state. */
  readonly from?: number
}
type Asking = Parsed<Asked | null, IntentRejection>

/** S 3: flag bit of a bound MAC address. */
export const FLAG_BOUND_MAC = 4

export const intentOf = (command: PersonCommand, state: State): Asking => {
  if (state.session.current === null) return invalid("signedOut")
  switch (command.type) {
    case "RenameDevice":
      return renameDevice(command, state)
    case "RebootDevice":
      return deviceRequest(command.did, state, () => valid({ cmd: "reboot" }))
    case "WakeDevice":
      return deviceRequest(command.did, state, (flags) => wakeInput(command.mac, flags))
    case "RenameAccount":
      return renameAccount(command.name, state)
    case "DisconnectMainAccount": {
      const main = state.sharing.mainAccounts.get(command.accountId)
      if (main === undefined) return invalid("unknownAccount")
      return asked({ call: "disconnect_main_account", input: { accountId: main.id } }, main.name, null)
    }
    case "SendInvitation":
      return sendInvitation(command, state)
    default:
      return subAccountIntent(command, state)
  }
}

const asked = (intent: Intent, subject: string, before: string | null): Asking => valid({ intent, subject, before })

const renameDevice = (command: Extract<PersonCommand, { type: "RenameDevice" }>, state: State): Asking => {
  const account = state.session.current?.account ?? null
  const device = state.devices.account === account ? state.devices.bound.get(command.did) : undefined
  if (device === undefined) return invalid("unknownDevice")
  const name = parseName(command.name)
  if (!name.ok) return name.reason === "nameEmpty" ? valid(null) : name
  if (name.value === shownDeviceName(state.outbox, account, device)) return valid(null)
  const before = pendingRename(state.outbox, account, device.id)?.before ?? device.name
  return asked({ call: "rename_device", input: { did: device.id, title: name.value } }, before, before)
}

const deviceRequest = (
  did: string,
  state: State,
  request: (flags: number) => Parsed<{ cmd: "reboot" | "wol"; payload?: unknown }, IntentRejection>,
): Asking => {
  const account = state.session.current?.account ?? null
  const device = state.devices.account === account ? state.devices.bound.get(did) : undefined
  if (device === undefined) return invalid("unknownDevice")
  const input = request(device.flags)
  if (!input.ok) return input
  const subject = shownDeviceName(state.outbox, account, device)
  return asked({ call: "request_device", input: { did, ...input.value } }, subject, null)
}

const wakeInput = (mac: string | null, flags: number): Parsed<{ cmd: "wol"; payload: unknown }, IntentRejection> => {
  if (mac === null)
    return (flags & FLAG_BOUND_MAC) === 0 ? invalid("noBoundMac") : valid({ cmd: "wol", payload: { type: 0 } })
  const parsed = parseMac(mac)
  return parsed.ok ? valid({ cmd: "wol", payload: { type: 1, mac: parsed.value } }) : parsed
}

const renameAccount = (text: string, state: State): Asking => {
  const current = state.session.current
  if (current === null) return invalid("signedOut")
  const name = parseName(text)
  if (!name.ok) return name.reason === "nameEmpty" ? valid(null) : name
  if (name.value === shownAccountName(state.outbox, current.account, current.name)) return valid(null)
  return asked({ call: "rename_account", input: { newName: name.value } }, current.name, current.name)
}

/** The server link of an invitation ends in `invitation` (S 7). */
const INVITATION_PATH = "/invitation"

const sendInvitation = (command: Extract<PersonCommand, { type: "SendInvitation" }>, state: State): Asking => {
  const current = state.session.current
  if (current === null) return invalid("signedOut")
  const name = parseName(command.name)
  if (!name.ok) return name
  const email = parseEmail(command.email)
  if (!email.ok) return email
  if (normalEmail(email.value) === normalEmail(current.email)) return invalid("ownEmail")
  const input = {
    email: email.value,
    name: name.value,
    invitedBy: current.name,
    link: `${current.server}${INVITATION_PATH}`,
  }
  return asked({ call: "send_invitation", input }, name.value, null)
}

type SubAccountCommand = Extract<
  PersonCommand,
  { type: "RenameSubAccount" | "EditSubAccountEmail" | "ChangeSubAccountState" | "AssignDevice" }
>

const subAccountIntent = (command: SubAccountCommand, state: State): Asking => {
  const account = state.session.current?.account ?? null
  const sub = state.sharing.account === account ? state.sharing.subAccounts.get(command.accountId) : undefined
  const shown = sub === undefined ? null : shownSubAccount(state.outbox, account, sub)
  if (sub === undefined || shown === null) return invalid("unknownAccount")
  const accountId = sub.id
  switch (command.type) {
    case "RenameSubAccount": {
      const name = parseName(command.name)
      if (!name.ok) return name.reason === "nameEmpty" ? valid(null) : name
      if (name.value === shown.name) return valid(null)
      return asked({ call: "rename_subaccount", input: { accountId, newName: name.value } }, sub.name, sub.name)
    }
    case "EditSubAccountEmail": {
      const email = parseEmail(command.email)
      if (!email.ok) return email
      if (email.value === shown.email) return valid(null)
      const input = { accountId, newEmail: email.value }
      return asked({ call: "update_subaccount_email", input }, shown.name, sub.email)
    }
    case "ChangeSubAccountState":
      return isAllowedTransition(shown.status, command.state)
        ? valid({
            intent: { call: "update_subaccount_state", input: { accountId, state: command.state } },
            subject: shown.name,
            before: null,
            from: shown.status,
          })
        : invalid("notAllowed")
    case "AssignDevice":
      return assignDevice(command, shown, state)
  }
}

/** S 4: assigning is offered only for active sub-accounts; S 5: only with firmware new enough; S 6: only by its owner. */
const assignDevice = (
  { accountId, did, isAdd }: Extract<PersonCommand, { type: "AssignDevice" }>,
  shown: { readonly name: string; readonly status: number; readonly devices: readonly string[] },
  state: State,
): Asking => {
  if (shown.status !== 2) return invalid("notAllowed")
  if (shown.devices.includes(did) === isAdd) return valid(null)
  const device = state.devices.account === state.session.current?.account ? state.devices.bound.get(did) : undefined
  if (isAdd && device?.shared === true) return invalid("notAllowed")
  if (isAdd && device === undefined) return invalid("unknownDevice")
  if (isAdd && device !== undefined && device.build < SHARING_MIN_BUILD) return invalid("firmwareTooOld")
  return asked(
    { call: "modify_subdevice", input: { accountId, deviceId: did, isAdd } },
    shown.name,
    device?.name ?? did,
  )
}
