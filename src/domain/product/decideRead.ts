import { knownTo, withinMost, withLeftOut } from "../event/changes.ts"
import { decideDevices, type RecordDevices } from "../features/devices/decide.ts"
import type { DeviceEvent, DeviceReading } from "../features/devices/events.ts"
import { decideRefresh, type RefreshCommand, type RefreshEvent } from "../features/refresh/feature.ts"
import { decideSession, type SessionCommand } from "../features/session/decide.ts"
import type { SessionEvent } from "../features/session/events.ts"
import { decideSharing, type SharingCommand, withoutDeleted } from "../features/sharing/decide.ts"
import type { SharingEvent } from "../features/sharing/events.ts"
import { STATUS_DELETED } from "../features/sharing/state.ts"
import { contestsOf } from "../outbox/contests.ts"
import type { OutboxEvent } from "../outbox/events.ts"
import { type Outlived, reconcile } from "../outbox/reconcile.ts"
import { ONLINE_WINDOW_MS } from "../values/limits.ts"
import { invalid, type Parsed, valid } from "../values/parsed.ts"
import { decideReadFailure, isAwaited, listRead, type ReadFailureCommand } from "./lists.ts"
import { readingOf, renamedOwn, rereadOf } from "./readings.ts"
import type { State } from "./state.ts"

/** The most ids that one reading reports as shared by several entries. */
const DOUBLED_NAMED_MAX = 10

interface OneEach<Item> {
  readonly items: readonly Item[]
  /** Ids that several different entries share, the first few in order. */
  readonly doubled: readonly string[]
}

/**
 * Chooses among entries with the same id. `counting` returns the candidates; of those, the one with the first `textOf`
 * is taken.
 */
interface Choice<Item> {
  readonly textOf: (item: Item) => string
  readonly counting?: (items: readonly Item[]) => readonly Item[]
}

/**
 * Keeps one entry for each id. The choice does not depend on the order of the list: a server without a fixed order
 * would otherwise rename the item at each reading.
 */
const oneEach = <Item extends { readonly id: string }>(
  read: readonly Item[],
  { textOf, counting = (items) => items }: Choice<Item>,
): OneEach<Item> => {
  const byId = Map.groupBy(read, ({ id }) => id)
  if (byId.size === read.length) return { items: read, doubled: [] }
  const doubled = [...byId].filter(([, items]) => new Set(items.map(textOf)).size > 1).map(([id]) => id)
  const items = [...byId.values()].map((same) =>
    counting(same).reduce((first, item) => (textOf(item) < textOf(first) ? item : first)),
  )
  return { items, doubled: doubled.sort().slice(0, DOUBLED_NAMED_MAX) }
}

/** The lost attempts that had ended when the read began. */
interface Settles {
  readonly outlived?: Outlived
}
/** `ownName` comes with a device list and reports the name of the own account. */
export type DevicesReading = RecordDevices & Settles & { readonly ownName?: string }
export type SharingReading = Exclude<SharingCommand, { type: "RecordAcceptance" }> & Settles

type ReadEvent = DeviceEvent | SharingEvent | SessionEvent | RefreshEvent | OutboxEvent

/** A list, failure, request or dismissal of an account that is no longer signed in is rejected. */
export const decideRead = (
  command: RefreshCommand | DevicesReading | SharingReading | ReadFailureCommand,
  state: State,
  at: number,
): Parsed<readonly ReadEvent[], "foreignAccount"> => {
  if (command.account !== state.session.current?.account) return invalid("foreignAccount")
  if ("begunAt" in command && comesTooLate(command, state)) return valid([])
  return decideWhole("begunAt" in command ? withKnown(withOneEach(command), state) : command, state, at)
}

/**
 * Of several rows of a device, the person's own take precedence over shared ones, and those seen most recently over
 * older ones.
 */
const ofDevices = {
  textOf: ({ name, model, flags, build }: DeviceReading) => JSON.stringify([name, model, flags, build]),
  counting: (rows: readonly DeviceReading[]) => {
    const own = rows.filter(({ shared }) => !shared)
    const candidates = (own.length > 0 ? own : rows).toSorted((a, b) => b.lastSeen - a.lastSeen)
    const newest = candidates[0]?.lastSeen ?? 0
    return candidates.filter(({ lastSeen }) => newest - lastSeen <= ONLINE_WINDOW_MS)
  },
}
const ofAccounts = { textOf: (account: object) => JSON.stringify(account) }

/** A server may list a removed sub-account beside the new one with its id. Those do not count as two entries. */
const besideDeleted = (read: SubAccounts): SubAccounts => {
  const present = new Set(withoutDeleted(read).map(({ id }) => id))
  return read.filter(({ id, status }) => status !== STATUS_DELETED || !present.has(id))
}

/** Several entries of a list may share one id: the client keeps one of them and reports the id. */
const withOneEach = (reading: DevicesReading | ListReading): DevicesReading | ListReading => {
  switch (reading.type) {
    case "RecordDevices": {
      const { items, doubled } = oneEach(reading.devices, ofDevices)
      return { ...reading, devices: items, doubled }
    }
    case "RecordSubAccounts": {
      const { items, doubled } = oneEach(besideDeleted(reading.subAccounts), ofAccounts)
      const { devices } = reading
      const named = devices === undefined ? {} : { devices: oneEach(devices, ofAccounts).items }
      return { ...reading, subAccounts: items, ...named, doubled }
    }
    case "RecordMainAccounts": {
      const { items, doubled } = oneEach(reading.mainAccounts, ofAccounts)
      return { ...reading, mainAccounts: items, doubled }
    }
  }
}

const decideWhole = (
  command: RefreshCommand | DevicesReading | SharingReading | ReadFailureCommand,
  state: State,
  at: number,
): Parsed<readonly ReadEvent[], "foreignAccount"> => {
  switch (command.type) {
    case "RecordDevices": {
      const settled = settledBy(command, state, command.ownName)
      const awaited = isAwaited(state, command.account, "devices")
      return valid([...decideDevices(command, state.devices, at, awaited), ...settled])
    }
    case "RequestRefresh":
      return valid(decideRefresh(command))
    case "RecordReadFailure":
      return valid(decideReadFailure(command, state))
    case "RecordSubAccounts":
      return valid(decideList({ ...command, subAccounts: withoutDeleted(command.subAccounts) }, state, at))
    case "RecordMainAccounts":
      return valid(decideList(command, state, at))
    case "DismissAwaiting":
      return valid(decideSharing(command, state.sharing, at))
  }
}

/** True when another reading that began no earlier is already recorded. This one could only restore older values. */
const comesTooLate = (reading: DevicesReading | ListReading, state: State): boolean =>
  knownTo(reading) <= listRead(state, reading.account, listOf[reading.type]).seq

/** Devices with the times of the server. The state holds times by the clock of this computer. */
const inServerTime = ({ bound, ahead }: State["devices"]): ReadonlyMap<string, DeviceReading> =>
  ahead === 0
    ? bound
    : new Map([...bound].map(([id, device]) => [id, { ...device, lastSeen: device.lastSeen - ahead }] as const))

/** Fills in the known values of items that could not be read (CALL-2), and keeps to the longest list (SEC-3). */
const withKnown = (
  reading: DevicesReading | ListReading,
  { devices, sharing }: State,
): DevicesReading | ListReading => {
  const { account, leftOut } = reading
  const own = <Known>(list: { readonly account: string | null }, known: ReadonlyMap<string, Known>) =>
    list.account === account ? known : new Map<string, Known>()
  switch (reading.type) {
    case "RecordDevices": {
      const known = own(devices, inServerTime(devices))
      const { items, leftOut: left } = withinMost(withLeftOut(reading.devices, known, leftOut), known, leftOut)
      return { ...reading, devices: items, leftOut: left }
    }
    case "RecordSubAccounts": {
      const known = own(sharing, sharing.subAccounts)
      const names = new Map([...own(sharing, sharing.deviceNames)].map(([id, name]) => [id, { id, name }] as const))
      const { devices: named, devicesLeftOut } = reading
      const { items, leftOut: left } = withinMost(withLeftOut(reading.subAccounts, known, leftOut), known, leftOut)
      return {
        ...reading,
        subAccounts: items,
        leftOut: left,
        ...(named !== undefined && { devices: withinMost(withLeftOut(named, names, devicesLeftOut), names).items }),
      }
    }
    case "RecordMainAccounts": {
      const known = own(sharing, sharing.mainAccounts)
      const { items, leftOut: left } = withinMost(withLeftOut(reading.mainAccounts, known, leftOut), known, leftOut)
      return { ...reading, mainAccounts: items, leftOut: left }
    }
  }
}

type SubAccounts = Extract<SharingReading, { type: "RecordSubAccounts" }>["subAccounts"]
type ListReading = Extract<SharingReading, { type: "RecordSubAccounts" | "RecordMainAccounts" }>

const listOf = {
  RecordDevices: "devices",
  RecordSubAccounts: "subAccounts",
  RecordMainAccounts: "mainAccounts",
} as const

const decideList = (reading: ListReading, state: State, at: number): readonly ReadEvent[] => [
  ...decideSharing(reading, state.sharing, at, isAwaited(state, reading.account, listOf[reading.type])),
  ...settledBy(reading, state, undefined),
]

/**
 * The events of the outbox that follow from a reading: confirmed actions, actions to send again, and values that
 * another client has set.
 */
const settledBy = (
  reading: DevicesReading | ListReading,
  state: State,
  ownName: string | undefined,
): readonly OutboxEvent[] => {
  const settled = reconcile(state.outbox, readingOf(reading, state.sharing, ownName, reading.outlived))
  const reopened = settled.flatMap((event) => (event.type === "ActionReopened" ? [event.payload.action] : []))
  const reread = { ...rereadOf(reading, state, ownName), reopened: new Set(reopened) }
  return [...settled, ...contestsOf(state.outbox, reread)]
}

/** A reading of the profile returns the own name before its devices are recorded. */
export const decideProfile = (
  command: Extract<SessionCommand, { type: "RecordProfile" }>,
  state: State,
): readonly ReadEvent[] => {
  const read = decideSession(command, state.session)
  const { current } = state.session
  const name = read.flatMap((event) => (event.type === "ProfileRead" ? (event.payload.name ?? []) : []))[0]
  if (current === null || name === undefined) return read
  const reread = renamedOwn(current.account, command, name, state)
  return [...read, ...contestsOf(state.outbox, { ...reread, reopened: new Set() })]
}
