import { definitionOf } from "../actions/table.ts"
import { type FailedRead, isFailureNews, type ListName, type ListRead, neverRead } from "../event/listRead.ts"
import type { DeviceEvent } from "../features/devices/events.ts"
import type { SharingEvent } from "../features/sharing/events.ts"
import type { AccountKey } from "../values/identity.ts"
import type { State } from "./state.ts"

export interface ReadFailureCommand extends FailedRead {
  readonly type: "RecordReadFailure"
  readonly account: AccountKey
  readonly list: ListName
}

/** The state of the readings of a list of this account in the log. */
export const listRead = ({ devices, sharing }: State, account: AccountKey | null, list: ListName): ListRead => {
  if (list === "devices") return devices.account === account ? devices.read : neverRead
  if (sharing.account !== account) return neverRead
  return list === "subAccounts" ? sharing.subAccountsRead : sharing.mainAccountsRead
}

export const decideReadFailure = (
  command: ReadFailureCommand,
  state: State,
): readonly (DeviceEvent | SharingEvent)[] => {
  const { account, list, reason, httpStatus } = command
  if (!isFailureNews(listRead(state, account, list), command)) return []
  const failed = { reason, ...(httpStatus !== undefined && { httpStatus }) }
  return list === "devices"
    ? [{ type: "DevicesReadFailed", payload: { account, ...failed } }]
    : [{ type: "SharingReadFailed", payload: { account, list, ...failed } }]
}

/** True when an action with an unknown outcome waits for this list. Only a recorded reading ends its wait. */
export const isAwaited = (state: State, account: AccountKey, list: ListName): boolean => {
  const { seq } = listRead(state, account, list)
  return state.outbox.actions.unconfirmed.some(
    ({ account: owner, intent, status }) =>
      owner === account &&
      definitionOf(intent).confirmedBy === list &&
      status.state === "unconfirmed" &&
      seq < status.seq,
  )
}
