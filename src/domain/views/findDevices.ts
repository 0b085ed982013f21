import { definitionOf } from "../actions/table.ts"
import type { Device } from "../features/devices/state.ts"
import { initialLan, type LanState, lanDevicesOf } from "../features/lan/state.ts"
import { type DeviceTags, tagsOf, tagsOn } from "../features/tags/feature.ts"
import type { ActionList } from "../outbox/actions.ts"
import { shownDeviceName } from "../outbox/overlay.ts"
import type { OutboxState } from "../outbox/state.ts"
import type { State } from "../product/state.ts"
import type { AccountKey } from "../values/identity.ts"
import type { PersistentMap } from "../values/persistentMap.ts"
import { type DeviceStatus, type DeviceType, statusOf, typeOf } from "./devices.ts"
import { isHere } from "./lan.ts"
import { type Haystack, haystackOf, matches, needleOf, rankOf } from "./search.ts"
import { makeSorter, type Sorted } from "./sorted.ts"

export const sorts = ["name", "lastSeen", "status", "build"] as const
export type DeviceSort = (typeof sorts)[number]

export const deviceKinds = ["own", "shared"] as const
export type DeviceKind = (typeof deviceKinds)[number]

/** Within a list any may hold, an empty one asks for nothing; all lists together must hold (DEVICE-12). */
export interface DeviceFilter {
  readonly kinds: readonly DeviceKind[]
  readonly types: readonly DeviceType[]
  readonly statuses: readonly DeviceStatus[]
  readonly tags: readonly string[]
  /** Only those that wait for the person's decision. */
  readonly needsYou: boolean
}

export interface DeviceQuery extends DeviceFilter {
  readonly search: string
  readonly sort: DeviceSort
  /** The other way round: from Z to A, longest unseen, offline or oldest build first. */
  readonly reversed: boolean
}

export interface FoundDevices {
  readonly ids: readonly string[]
  /** All there are. */
  readonly of: number
}

/** The order of names in a language, as `Intl.Collator` gives it; 0 for names that count as equal. */
export type CompareNames = (a: string, b: string) => number

export const isFiltered = ({ search, kinds, types, statuses, tags, needsYou }: DeviceQuery): boolean =>
  needsYou || search.trim() !== "" || kinds.length + types.length + statuses.length + tags.length > 0

const NOTHING: FoundDevices = { ids: [], of: 0 }

/** Gives its last result again for as long as everything it was made of is the same. */
const memo = <Of extends readonly unknown[], Made>(make: (...of: Of) => Made): ((...of: Of) => Made) => {
  let last: { readonly of: Of; readonly made: Made } | undefined
  return (...of) => {
    if (last === undefined || of.some((part, index) => !Object.is(part, last?.of[index])))
      last = { of, made: make(...of) }
    return last.made
  }
}

/**
 * Finds devices among many, again and again: what has not changed since the last time is not done again, and the same
 * devices are the same list. One finder serves one screen and one order of names.
 */
export const makeDeviceFinder = (compare: CompareNames) => {
  const inOrder = makeSorter<Device>()
  const orderOf = memo((sort: DeviceSort, readAt: number | null, now: number, near: Near) =>
    ordering(sort, compare, statusBy(readAt, now, near)),
  )
  const filtered = memo(makeFilter())
  const reversedOf = memo(({ values, ids }: Sorted<Device>) => ({
    values: values.toReversed(),
    ids: ids.toReversed(),
  }))
  let last = NOTHING
  return (state: State, now: number, query: DeviceQuery): FoundDevices => {
    const account = state.session.current?.account ?? null
    if (account === null || state.devices.account !== account) return NOTHING
    const {
      bound,
      read: { at: readAt },
    } = state.devices
    // Only where a status counts does time.
    const moment = query.sort === "status" || query.statuses.length > 0 ? now : 0
    const near = moment > 0 && isHere(state) ? state.lan.byDid : NOBODY_NEAR
    const order = inOrder(
      bound,
      query.sort === "status" ? orderOf("status", readAt, moment, near) : orderOf(query.sort, null, 0, NOBODY_NEAR),
    )
    const wanted = query.reversed ? reversedOf(order) : order
    // Only where names are searched do the renames on their way count.
    const renames = query.search.trim() === "" ? null : state.outbox
    const lan = renames === null ? initialLan : state.lan
    const waiting = query.needsYou ? undecided(state.outbox.actions.unconfirmed, account) : NOBODY
    const of = tagsOf(state.tags, account)
    const ids = filtered(wanted, query, account, renames, of, lan, readAt, moment, near, waiting)
    if (last.of !== bound.size || !sameIds(last.ids, ids)) last = { ids, of: bound.size }
    return last
  }
}

const NOBODY: ReadonlySet<string> = new Set()

/** Devices with an action that nobody but the person can settle. */
const undecided = memo((unconfirmed: ActionList, account: AccountKey): ReadonlySet<string> => {
  const dids = unconfirmed.flatMap(({ intent, dismissed, account: of }) => {
    const subject = definitionOf(intent).about(intent)
    return subject.kind === "device" && !dismissed && of === account ? [subject.id] : []
  })
  return new Set(dids)
})

/** How many there are of each, of what the search and the other filters leave (DEVICE-19). */
export type Overview = Readonly<Record<DeviceStatus | "needsYou", number>>

/** Statuses are counted as of the last half minute: so often does a card look at the time. */
const COUNTED_EVERY_MS = 30_000

/** Counts devices again and again; what has not changed since the last time is not counted again. */
export const makeOverview = () => {
  const filtered = memo(makeFilter())
  const listOf = memo(
    (bound: PersistentMap<Device>): Sorted<Device> => ({ values: [...bound.values()], ids: [...bound.keys()] }),
  )
  const wider = memo((query: DeviceQuery): DeviceQuery => ({ ...query, statuses: [], needsYou: false }))
  const count = memo(
    (
      ids: readonly string[],
      bound: PersistentMap<Device>,
      readAt: number | null,
      now: number,
      near: Near,
      waiting: ReadonlySet<string>,
    ): Overview => {
      const statusIs = statusBy(readAt, now, near)
      const counts = { online: 0, offline: 0, lastKnown: 0, needsYou: 0 }
      for (const id of ids) {
        const device = bound.get(id)
        if (device === undefined) continue
        counts[statusIs(device)] += 1
        if (waiting.has(id)) counts.needsYou += 1
      }
      return counts
    },
  )
  return (state: State, now: number, query: DeviceQuery): Overview | null => {
    const account = state.session.current?.account ?? null
    const { devices, outbox } = state
    if (account === null || devices.account !== account) return null
    const { bound } = devices
    const moment = now - (now % COUNTED_EVERY_MS)
    const renames = query.search.trim() === "" ? null : outbox
    const tags = tagsOf(state.tags, account)
    const lan = renames === null ? initialLan : state.lan
    const near = isHere(state) ? state.lan.byDid : NOBODY_NEAR
    const readAt = devices.read.at
    const all = listOf(bound)
    const ids = filtered(all, wider(query), account, renames, tags, lan, readAt, moment, near, NOBODY)
    return count(ids, bound, readAt, moment, near, undecided(outbox.actions.unconfirmed, account))
  }
}

const sameIds = (a: readonly string[], b: readonly string[]): boolean =>
  a === b || (a.length === b.length && a.every((id, index) => id === b[index]))

/** What is equal stays in the order of names. */
const ordering = (
  sort: DeviceSort,
  compare: CompareNames,
  statusOfDevice: StatusOf,
): ((a: Device, b: Device) => number) => {
  const byName = (a: Device, b: Device) => compare(a.name, b.name) || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
  switch (sort) {
    case "name":
      return byName
    case "lastSeen":
      return (a, b) => b.lastSeen - a.lastSeen || byName(a, b)
    case "build":
      return (a, b) => b.build - a.build || byName(a, b)
    case "status": {
      const rank = (device: Device) => statusOrder.indexOf(statusOfDevice(device))
      return (a, b) => rank(a) - rank(b) || byName(a, b)
    }
  }
}

/** Devices that answer on this network, by did. */
type Near = LanState["byDid"]
const NOBODY_NEAR: Near = initialLan.byDid

type StatusOf = (device: Device) => DeviceStatus

/** DEVICE-5: who answers on this network is online. */
const statusBy =
  (readAt: number | null, now: number, near: Near): StatusOf =>
  ({ id, lastSeen }) =>
    near.has(id) ? "online" : statusOf(lastSeen, readAt, now)

const statusOrder: readonly DeviceStatus[] = ["online", "lastKnown", "offline"]

interface Folded {
  readonly name: string
  readonly words: readonly string[]
  readonly places: string
  readonly mac: string | null
  readonly haystack: Haystack
}

const makeFilter = () => {
  /** Kept while name and tags are the same: folding a text costs more than looking through it. */
  const folded = new WeakMap<Device, Folded>()
  const haystackFor = (device: Device, name: string, words: readonly string[], lan: LanState): Haystack => {
    const known = folded.get(device)
    const places = lanDevicesOf(lan, device.id)
      .map(({ addr }) => addr)
      .join(" ")
    const mac = lan.macs.get(device.id) ?? null
    if (known?.name === name && known.words === words && known.places === places && known.mac === mac)
      return known.haystack
    const haystack = haystackOf({ ...device, name, tags: words, ip: places, mac })
    folded.set(device, { name, words, places, mac, haystack })
    return haystack
  }
  return (
    devices: Sorted<Device>,
    query: DeviceQuery,
    account: AccountKey,
    renames: OutboxState | null,
    tags: DeviceTags,
    lan: LanState,
    readAt: number | null,
    now: number,
    near: Near,
    waiting: ReadonlySet<string>,
  ): readonly string[] => {
    if (!isFiltered(query)) return devices.ids
    const needle = needleOf(query.search)
    const passes = passing(query, tags, statusBy(readAt, now, near))
    const wanted = (device: Device): boolean => passes(device) && (!query.needsYou || waiting.has(device.id))
    if (needle === null) return devices.values.filter(wanted).map(({ id }) => id)
    // Unless another order was asked for, what answers best comes first.
    const isRanked = query.sort === "name" && !query.reversed
    const ranked: string[][] = []
    for (const device of devices.values) {
      if (!wanted(device)) continue
      const name = renames === null ? device.name : shownDeviceName(renames, account, device)
      const haystack = haystackFor(device, name, tagsOn(tags, device.id), lan)
      if (!matches(needle, haystack)) continue
      const rank = isRanked ? rankOf(needle, haystack) : 0
      const equals = ranked[rank] ?? []
      equals.push(device.id)
      ranked[rank] = equals
    }
    return ranked.flat()
  }
}

const passing = ({ kinds, types, statuses, tags }: DeviceFilter, known: DeviceTags, statusOfDevice: StatusOf) => {
  const any = <Value>(wanted: readonly Value[], value: Value): boolean => wanted.length === 0 || wanted.includes(value)
  return (device: Device): boolean =>
    any(kinds, device.shared ? "shared" : "own") &&
    any(types, typeOf(device)) &&
    (statuses.length === 0 || statuses.includes(statusOfDevice(device))) &&
    (tags.length === 0 || tagsOn(known, device.id).some((tag) => tags.includes(tag)))
}
