import {
  type Begun,
  changesBetween,
  changesInParts,
  hasChanges,
  knownTo,
  partsOf,
  readKnows,
} from "../../event/changes.ts"
import { isReadNews, type Oddities, oddEntriesOf } from "../../event/listRead.ts"
import { clockGap } from "../../values/clockGap.ts"
import type { AccountKey } from "../../values/identity.ts"
import { ONLINE_WINDOW_MS } from "../../values/limits.ts"
import { tickOf } from "../../values/presence.ts"
import type { DeviceEvent, DeviceReading } from "./events.ts"
import { type Device, type DevicesState, isFirstSign } from "./state.ts"

export interface RecordDevices extends Begun, Oddities {
  readonly type: "RecordDevices"
  readonly account: AccountKey
  readonly devices: readonly DeviceReading[]
  /**
   * The time of the reply by the server's clock, ms; null where it is unreadable. When unset, clocks are not compared.
   */
  readonly servedAt?: number | null
}

/** `isAwaited`: an unsettled action waits for this list, so the reading is recorded even without changes. */
export const decideDevices = (
  command: RecordDevices,
  state: DevicesState,
  now: number,
  isAwaited: boolean,
): readonly DeviceEvent[] => {
  const { account } = command
  const ahead = gapOf(command, state, now)
  const devices = command.devices.map((device) => inOurTime(device, ahead))
  const read = readPayload({ ...command, devices }, state, now)
  const payload = ahead === aheadBefore(command, state) ? read : { ...read, ahead }
  const isNews =
    hasChanges(payload) ||
    payload.seen.length > 0 ||
    "ahead" in payload ||
    isAwaited ||
    state.account !== account ||
    isReadNews(state.read, now, command)
  return isNews ? inParts(payload).map((part) => ({ type: "DevicesRead", payload: part })) : []
}

type Payload = Extract<DeviceEvent, { type: "DevicesRead" }>["payload"]

/** A long reading is several events. All name its oddities, because the last reading counts. */
const inParts = (payload: Payload): readonly Payload[] => {
  const { added, changed, removed, seen } = payload
  const parts = changesInParts({ added, changed, removed })
  const seenParts = partsOf(seen)
  if (parts.length === 1 && seenParts.length <= 1) return [payload]
  return [
    ...parts.map((part) => ({ ...payload, ...part, seen: [] })),
    ...seenParts.map((part) => ({ ...payload, added: [], changed: [], removed: [], seen: part })),
  ]
}

const aheadBefore = ({ account }: RecordDevices, state: DevicesState): number =>
  state.account === account ? state.ahead : 0

const gapOf = (command: RecordDevices, state: DevicesState, now: number): number => {
  const { account, begunAt, servedAt, devices } = command
  const known = aheadBefore(command, state)
  if (servedAt === undefined) return known
  const own = state.account === account
  const seenAgain = devices.filter(({ id, lastSeen }) => {
    const device = own ? state.bound.get(id) : undefined
    return device !== undefined && lastSeen > device.lastSeen - known
  })
  return clockGap({
    begunAt,
    at: now,
    servedAt,
    lastSeen: devices.map(({ lastSeen }) => lastSeen),
    seenAgain: seenAgain.map(({ lastSeen }) => lastSeen),
    readBefore: own ? state.read.at : null,
    known,
  })
}

/** A time of 0 (never seen) is not adjusted. */
const inOurTime = (device: DeviceReading, ahead: number): DeviceReading => {
  if (ahead === 0) return device
  const { heard, lastSeen } = device
  return {
    ...device,
    lastSeen: lastSeen === 0 ? 0 : lastSeen + ahead,
    ...(heard !== undefined && { heard: heard.map(([from, to]) => [from + ahead, to + ahead] as const) }),
  }
}

/**
 * The fields of a device that a change does not list. `lastSeen` has its own list, and earlier presence counts only for
 * new devices. A read that began before a rename does not change the name.
 */
const SEEN_APART: ReadonlySet<string> = new Set(["lastSeen", "heard"])
const SEEN_AND_NAME_APART: ReadonlySet<string> = new Set(["lastSeen", "heard", "name"])

const readPayload = (
  { account, begunAt, begunSeq, devices, ...oddities }: RecordDevices,
  state: DevicesState,
  now: number,
) => {
  const begun = { begunAt, ...(begunSeq !== undefined && { begunSeq }) }
  const known: ReadonlyMap<string, Device> = state.account === account ? state.bound : new Map()
  const { added, changed, removed } = changesBetween<DeviceReading, Device>(known, devices, (device) =>
    readKnows(knownTo(begun), device.nameSetSeq) ? SEEN_APART : SEEN_AND_NAME_APART,
  )
  const lastSeenById = new Map(devices.map(({ id, lastSeen }) => [id, lastSeen]))
  const seen = [...lastSeenById].filter(([id, lastSeen]) => {
    const device = known.get(id)
    return device !== undefined && device.lastSeen !== lastSeen && isSeenNews(device, lastSeen, now)
  })
  return { account, ...begun, added, changed, removed, seen, ...oddEntriesOf(oddities) }
}

/**
 * Each read sees a living device at a new time. The log needs three of these times: one in each presence tick, the last
 * one of a device that is no longer seen, and the first awaited sign.
 */
const isSeenNews = (device: Device, lastSeen: number, now: number): boolean =>
  !device.seenTicks.includes(tickOf(lastSeen)) || now - lastSeen > ONLINE_WINDOW_MS || isFirstSign(device, lastSeen)
