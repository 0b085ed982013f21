import { changesBetween } from "../decider/changes.ts"
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
  | { readonly type: "RequestRefresh"; readonly account: AccountKey }

export const decideDevices = (command: DevicesCommand, state: DevicesState): readonly DeviceEvent[] => {
  const { account } = command
  switch (command.type) {
    case "RecordDevices":
      return [{ type: "DevicesRead", payload: readPayload(command, state) }]
    case "RecordDevicesFailure":
      // While the server is away reads fail again and again: only the first, or one a person waits for, is news.
      return state.account === account && state.failure?.reason === command.reason && state.requested === null
        ? []
        : [{ type: "DevicesReadFailed", payload: { account, reason: command.reason } }]
    case "RequestRefresh":
      return [{ type: "RefreshRequested", payload: { account } }]
  }
}

const LAST_SEEN = "lastSeen"

const readPayload = (
  { account, begunAt, devices }: Extract<DevicesCommand, { type: "RecordDevices" }>,
  state: DevicesState,
) => {
  const known: ReadonlyMap<string, Device> = state.account === account ? state.bound : new Map()
  const withMark = devices.map((device) => ({ ...device, nameSetAt: known.get(device.id)?.nameSetAt ?? 0 }))
  const { added, changed, removed } = changesBetween(known, withMark, (device) =>
    begunAt > device.nameSetAt ? new Set([LAST_SEEN]) : new Set([LAST_SEEN, "name"]),
  )
  const seen = withMark.flatMap(({ id, lastSeen }): readonly [string, number][] => {
    const before = known.get(id)
    return before === undefined || before.lastSeen === lastSeen ? [] : [[id, lastSeen]]
  })
  return { account, begunAt, added: added.map(({ nameSetAt: _mark, ...device }) => device), changed, removed, seen }
}
