import { subAccountSubject, targetOf } from "../actions/table.ts"
import { type Unsharable, unsharable } from "../features/devices/sharing.ts"
import { STATUS_DELETED, type SubAccount } from "../features/sharing/state.ts"
import { shownDeviceName, shownSubAccount } from "../outbox/overlay.ts"
import { type Action, isOpen } from "../outbox/state.ts"
import type { State } from "../product/state.ts"
import { isUnaccepted } from "../product/unacceptedInvitations.ts"
import { actionsAbout, byName, type Setback, setbackOf } from "./account.ts"
import { type ListState, listState } from "./listState.ts"
import { type ActionState, shownState } from "./outbox.ts"
import { makeSorter } from "./sorted.ts"

/** The codes of SUB-1. Any other code counts as pending. */
export type SubAccountStatus = "pending" | "accepted" | "active" | "disabled"

const statuses: ReadonlyMap<number, SubAccountStatus> = new Map([
  [0, "pending"],
  [1, "accepted"],
  [2, "active"],
  [3, "disabled"],
])
const statusOf = (code: number): SubAccountStatus => statuses.get(code) ?? "pending"

/** The earlier value of an open change, and the state of its action. */
interface PendingValue {
  readonly before: string
  readonly state: ActionState
}

export interface SubAccountRow {
  readonly id: string
  readonly type: "sub"
  /** The uid of the account that it belongs to. */
  readonly parentId: string
  /** The value of the newest open action, as the server will have it. */
  readonly name: string
  readonly pendingName: PendingValue | null
  readonly email: string
  readonly pendingEmail: PendingValue | null
  /** As the server has it; `change` shows the requested status. */
  readonly status: SubAccountStatus
  readonly change: { readonly to: "active" | "disabled" | "removed"; readonly state: ActionState } | null
  /** Devices it sees, open assignments included, by name. Devices without a known name come last. */
  readonly devices: readonly { readonly did: string; readonly name: string | null }[]
  /** True while an assignment is open. */
  readonly devicesPending: boolean
  /** ms */
  readonly createdAt: number
  /** The most urgent refused or unconfirmed action. */
  readonly setback: Setback | null
  /** The allowed changes, by the status that was requested last (SUB-3). */
  readonly may: {
    readonly approve: boolean
    readonly disable: boolean
    readonly enable: boolean
    readonly manageDevices: boolean
  }
}

export interface SubAccountsView {
  readonly list: ListState
  /** Active first, then by name (SUB-1). */
  readonly ids: readonly string[]
}

const sortedSubs = makeSorter<SubAccount>()
const noIds: readonly string[] = []

/** The sub-accounts of the signed-in account (SUB-1); null for a guest. */
export const subAccountsView = (state: State, now: number): SubAccountsView | null => {
  const account = state.session.current?.account
  if (account === undefined) return null
  const ids = state.sharing.account === account ? sortedSubs(state.sharing.subAccounts, activeFirst).ids : noIds
  return { list: listState(state, "subAccounts", ids.length, now), ids }
}

/** One sub-account; null when it is not on the list. */
export const subAccountRow = (state: State, id: string): SubAccountRow | null => {
  const account = state.session.current?.account ?? null
  const sub = state.sharing.account === account ? state.sharing.subAccounts.get(id) : undefined
  return sub === undefined ? null : rowOf(state, sub, state.session.current?.uid ?? "")
}

/** Sorted by the server's values, so that a row stays in place until the server has replied. */
const activeFirst = (a: SubAccount, b: SubAccount): number =>
  Number(statusOf(b.status) === "active") - Number(statusOf(a.status) === "active") || byName(a, b)

const rowOf = (state: State, sub: SubAccount, parentId: string): SubAccountRow => {
  const account = state.session.current?.account ?? null
  const actions = actionsAbout(state, subAccountSubject(sub.id))
  const open = actions.filter(isOpen)
  const shown = shownSubAccount(state.outbox, account, sub)
  const pending = (call: Action["intent"]["call"], before: string): PendingValue | null => {
    const action = open.findLast(({ intent }) => intent.call === call)
    return action === undefined ? null : { before, state: shownState(state, action) }
  }
  const { name, email, devices, status } = shown ?? sub
  const next = statusOf(status)
  return {
    id: sub.id,
    type: "sub",
    parentId,
    name,
    pendingName: pending("rename_subaccount", sub.name),
    email,
    pendingEmail: pending("update_subaccount_email", sub.email),
    status: statusOf(sub.status),
    change: changeOf(state, open),
    devices: namedDevices(state, devices),
    devicesPending: open.some(({ intent }) => intent.call === "modify_subdevice"),
    createdAt: sub.createdAt,
    setback: worst(actions),
    may: {
      approve: shown !== null && next === "accepted",
      disable: shown !== null && next === "active",
      enable: shown !== null && next === "disabled",
      manageDevices: shown !== null && next === "active",
    },
  }
}

const changeOf = (state: State, open: readonly Action[]): SubAccountRow["change"] => {
  const action = open.findLast(({ intent }) => intent.call === "update_subaccount_state")
  if (action?.intent.call !== "update_subaccount_state") return null
  const to = action.intent.input.state
  return {
    to: to === STATUS_DELETED ? "removed" : to === 2 ? "active" : "disabled",
    state: shownState(state, action),
  }
}

/** The newest action of each target counts; refused before not confirmed. */
const worst = (actions: readonly Action[]): Setback | null => {
  const newest = new Map(actions.map((action) => [targetOf(action.intent), action]))
  const setbacks = [...newest.values()].flatMap((action) => setbackOf(action) ?? [])
  return setbacks.findLast(({ state }) => state === "refused") ?? setbacks.at(-1) ?? null
}

type NamedDevices = SubAccountRow["devices"]
const sortedNames = new WeakMap<
  readonly string[],
  { readonly names: readonly unknown[]; readonly sorted: NamedDevices }
>()

/** Sorted only when a name has changed: rows are computed again with every event of the outbox. */
const namedDevices = (state: State, dids: readonly string[]): NamedDevices => {
  const names = dids.map((did) => deviceName(state, did))
  const known = sortedNames.get(dids)
  if (known?.names.every((name, index) => name === names[index])) return known.sorted
  const sorted = dids.map((did, index) => ({ did, name: names[index] ?? null })).sort(byDeviceName)
  sortedNames.set(dids, { names, sorted })
  return sorted
}

const deviceName = (state: State, did: string): string | null => {
  const account = state.session.current?.account ?? null
  const device = state.devices.account === account ? state.devices.bound.get(did) : undefined
  if (device !== undefined) return shownDeviceName(state.outbox, account, device)
  return (state.sharing.account === account ? state.sharing.deviceNames.get(did) : undefined) ?? null
}

interface MaybeNamed {
  readonly did: string
  readonly name: string | null
}

const byDeviceName = (a: MaybeNamed, b: MaybeNamed): number =>
  Number(a.name === null) - Number(b.name === null) ||
  byName({ id: a.did, name: a.name ?? "" }, { id: b.did, name: b.name ?? "" })

export interface AssignableDevice {
  readonly did: string
  readonly name: string
  readonly build: number
  /** As requested last. */
  readonly assigned: boolean
  readonly pending: boolean
  /** The reason why it cannot be assigned (SUB-5). An assigned device can always be taken away. */
  readonly blocked: Unsharable | null
}

/**
 * The owner's own devices and their assignment to a sub-account, by name. The owner cannot pass on devices that others
 * share.
 */
export const assignableDevices = (state: State, accountId: string): readonly AssignableDevice[] => {
  const account = state.session.current?.account ?? null
  const row = subAccountRow(state, accountId)
  if (row === null || state.devices.account !== account) return []
  const assigned = new Set(row.devices.map(({ did }) => did))
  const pending = new Set(
    actionsAbout(state, subAccountSubject(accountId))
      .filter(isOpen)
      .flatMap(({ intent }) => (intent.call === "modify_subdevice" ? [intent.input.deviceId] : [])),
  )
  return [...state.devices.bound.values()]
    .filter(({ shared }) => !shared)
    .map(
      (device): AssignableDevice => ({
        did: device.id,
        name: shownDeviceName(state.outbox, account, device),
        build: device.build,
        assigned: assigned.has(device.id),
        pending: pending.has(device.id),
        blocked: assigned.has(device.id) ? null : unsharable(device),
      }),
    )
    .sort(byDeviceName)
}

export interface SentInvitation {
  readonly action: string
  readonly name: string
  readonly email: string
  readonly link: string
  readonly state: ActionState
  readonly setback: Setback | null
}

/** The last sent invitation of this account that is not accepted yet; null when there is none. */
export const latestInvitation = (state: State): SentInvitation | null => {
  const action = actionsAbout(state, "send_invitation").findLast(({ status }) => status.state === "confirmed")
  return action === undefined || !isUnaccepted(state, action) ? null : invitationOf(state, action)
}

/** The last unsent invitation; null when there is none. */
export const invitationToSend = (state: State): SentInvitation | null => {
  const action = actionsAbout(state, "send_invitation").findLast(isOpen)
  return action === undefined ? null : invitationOf(state, action)
}

/** The last invitation to a sub-account that is not accepted yet, by the id of its action; null when there is none. */
export const invitationToSub = (state: State, id: string): string | null => {
  const email = subAccountRow(state, id)?.email.toLowerCase()
  const isTo = ({ intent }: Action) => intent.call === "send_invitation" && intent.input.email.toLowerCase() === email
  return (
    actionsAbout(state, "send_invitation").findLast((action) => isTo(action) && isUnaccepted(state, action))?.id ?? null
  )
}

/** An invitation by the id of its action; null when that is forgotten or something else. */
export const invitationOfAction = (state: State, id: string): SentInvitation | null => {
  const action = actionsAbout(state, "send_invitation").find((candidate) => candidate.id === id)
  return action === undefined ? null : invitationOf(state, action)
}

const invitationOf = (state: State, action: Action): SentInvitation | null => {
  if (action.intent.call !== "send_invitation") return null
  const { name, email, link } = action.intent.input
  return { action: action.id, name, email, link, state: shownState(state, action), setback: setbackOf(action) }
}
