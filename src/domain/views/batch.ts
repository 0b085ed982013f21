import { shownDeviceName } from "../outbox/overlay.ts"
import { isOpen } from "../outbox/state.ts"
import type { State } from "../product/state.ts"
import { byName, type Setback, setbackOf } from "./account.ts"
import { type ActionState, shownState } from "./outbox.ts"
import { subAccountRow, subAccountsView } from "./subAccounts.ts"

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

/** What has become of one device of a batch, by the action that was queued for it. */
export const batchResult = (state: State, did: string, id: string | null): BatchResult => {
  const action = id === null ? undefined : state.outbox.actions.get(id)
  return action === undefined
    ? { did, state: null, isOpen: false, setback: null }
    : { did, state: shownState(state, action), isOpen: isOpen(action), setback: setbackOf(action) }
}

export interface NamedDevice {
  readonly did: string
  readonly name: string
}

/** The devices of a selection that are still on the list, by name. */
export const selectedDevices = (state: State, dids: Iterable<string>): readonly NamedDevice[] => {
  const account = state.session.current?.account ?? null
  const bound = state.devices.account === account ? state.devices.bound : new Map<string, never>()
  return [...dids]
    .flatMap((did) => {
      const device = bound.get(did)
      return device === undefined ? [] : [{ did, id: did, name: shownDeviceName(state.outbox, account, device) }]
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
  (subAccountsView(state, now)?.ids ?? [])
    .flatMap((id) => subAccountRow(state, id) ?? [])
    .filter(({ may }) => may.manageDevices)
    .map(({ id, name, devices }) => ({ id, name, dids: devices.map(({ did }) => did) }))
    .sort(byName)
