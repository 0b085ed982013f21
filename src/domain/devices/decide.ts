import { changesBetween, readKnows } from "../decider/changes.ts"
import type { AccountKey } from "../values/identity.ts"
import type { DeviceEvent, DeviceFields, ReadFailure } from "./events.ts"
import type { Device, DevicesState } from "./state.ts"

export type DevicesCommand =
  | {
      readonly type: "RecordDevices"
      readonly account: AccountKey
      /** When the read began, ms. */
      readonly begunAt: number
      readonly devices: readonly DeviceFields[]
    }
  | { readonly type: "RecordDevicesFailure"; readonly account: AccountKey; readonly reason: ReadFailure }
  | {
      readonly type: "RequestRefresh"
      readonly account: AccountKey
      readonly list: "devices" | "subAccounts" | "mainAccounts"
    }

export const decideDevices = (command: DevicesCommand, state: DevicesState, now: number): readonly DeviceEvent[] => {
  const { account } = command
  switch (command.type) {
    case "RecordDevices":
      return [{ type: "DevicesRead", payload: readPayload(command, state, now) }]
    case "RecordDevicesFailure":
      // While the server is away reads fail again and again: only the first, or one a person waits for, is news.
      return state.account === account && state.failure?.reason === command.reason && state.requested === null
        ? []
        : [{ type: "DevicesReadFailed", payload: { account, reason: command.reason } }]
    case "RequestRefresh":
      return [{ type: "RefreshRequested", payload: { account, list: command.list } }]
  }
}

/** `lastSeen` goes into its own list; a name is left alone by a read that began before it was set. */
const SEEN_APART: ReadonlySet<string> = new Set(["lastSeen"])
const SEEN_AND_NAME_APART: ReadonlySet<string> = new Set(["lastSeen", "name"])

const readPayload = (
  { account, begunAt, devices }: Extract<DevicesCommand, { type: "RecordDevices" }>,
  state: DevicesState,
  now: number,
) => {
  const known: ReadonlyMap<string, Device> = state.account === account ? state.bound : new Map()
  const { added, changed, removed } = changesBetween<DeviceFields, Device>(known, devices, (device) =>
    readKnows(begunAt, device.nameSetAt, now) ? SEEN_APART : SEEN_AND_NAME_APART,
  )
  // Of two items with one id the last counts here too.
  const lastSeenById = new Map(devices.map(({ id, lastSeen }) => [id, lastSeen]))
  const seen = [...lastSeenById].filter(([id, lastSeen]) => (known.get(id)?.lastSeen ?? lastSeen) !== lastSeen)
  return { account, begunAt, added, changed, removed, seen }
}
