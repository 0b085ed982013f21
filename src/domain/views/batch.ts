import type { State } from "../model/state.ts"
import { pendingNames } from "../outbox/overlay.ts"
import { type Action, isOpen } from "../outbox/state.ts"
import { actionsAbout, byName, type Setback, setbackOf } from "./account.ts"
import { type ActionState, shownState } from "./outbox.ts"
import { subAccountsView } from "./subAccounts.ts"

/** One action for several devices (DEVICE-13). `accountId` is whom they are assigned to. */
export type BatchKind =
  | { readonly kind: "wake" }
  | { readonly kind: "reboot" }
  | { readonly kind: "assign"; readonly accountId: string }

export interface BatchResult {
  readonly did: string
  /** Null when nothing was asked of this device. */
  readonly state: ActionState | null
  /** Whether something may still happen to it by itself. */
  readonly isOpen: boolean
  readonly setback: Setback | null
}

const isOf = (batch: BatchKind, { intent }: Action, did: string): boolean => {
  if (batch.kind === "assign")
    return (
      intent.call === "modify_subdevice" &&
      intent.input.deviceId === did &&
      intent.input.accountId === batch.accountId &&
      intent.input.isAdd
    )
  const cmd = batch.kind === "wake" ? "wol" : "reboot"
  return intent.call === "request_device" && intent.input.did === did && intent.input.cmd === cmd
}

/** What has become of a batch asked for in this tab at `since` (ms), device by device, in the order given. */
export const batchResults = (
  state: State,
  batch: BatchKind,
  dids: readonly string[],
  tab: string,
  since: number,
): readonly BatchResult[] => {
  const actions = actionsAbout(state, () => true).filter((action) => action.tab === tab && action.at >= since)
  return dids.map((did) => {
    const action = actions.findLast((candidate) => isOf(batch, candidate, did))
    return action === undefined
      ? { did, state: null, isOpen: false, setback: null }
      : { did, state: shownState(state, action), isOpen: isOpen(action), setback: setbackOf(action) }
  })
}

export interface NamedDevice {
  readonly did: string
  readonly name: string
}

/** The devices of a selection that are still on the list, by name. */
export const selectedDevices = (state: State, dids: Iterable<string>): readonly NamedDevice[] => {
  const account = state.session.current?.account ?? null
  const bound = state.devices.account === account ? state.devices.bound : new Map<string, never>()
  const names = pendingNames(state.outbox.actions, account)
  return [...dids]
    .flatMap((did) => {
      const device = bound.get(did)
      return device === undefined ? [] : [{ did, id: did, name: names.get(did) ?? device.name }]
    })
    .sort(byName)
    .map(({ did, name }) => ({ did, name }))
}

export interface Person {
  readonly id: string
  readonly name: string
  /** Devices it sees already, the asked for ones included. */
  readonly dids: readonly string[]
}

/** Whom devices can be assigned to: the active sub-accounts, by name. */
export const assignees = (state: State, now: number): readonly Person[] =>
  (subAccountsView(state, now)?.rows ?? [])
    .filter(({ may }) => may.manageDevices)
    .map(({ id, name, devices }) => ({ id, name, dids: devices.map(({ did }) => did) }))
    .sort(byName)
