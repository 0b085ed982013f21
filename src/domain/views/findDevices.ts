import type { Device } from "../features/devices/state.ts"
import { initialLan, type LanState, lanDevicesOf } from "../features/lan/state.ts"
import { tagsOf, tagsOn } from "../features/tags/feature.ts"
import { shownDeviceName } from "../outbox/overlay.ts"
import type { OutboxState } from "../outbox/state.ts"
import type { State } from "../product/state.ts"
import type { AccountKey } from "../values/identity.ts"
import {
  type Around,
  asksFor,
  type DeviceFilter,
  hasFilter,
  passes,
  type Standing,
  standingOf,
  statusIn,
  undecidedIn,
} from "./deviceFilter.ts"
import type { DeviceStatus } from "./devices.ts"
import { isHere } from "./lan.ts"
import { memo } from "./memo.ts"
import { type Haystack, haystackOf, matches, needleOf, rankOf } from "./search.ts"
import { makeSorter, type Sorted } from "./sorted.ts"

export const sorts = ["name", "lastSeen", "status", "build"] as const
export type DeviceSort = (typeof sorts)[number]

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

export const isFiltered = (query: DeviceQuery): boolean => query.search.trim() !== "" || hasFilter(query)

const NOTHING: FoundDevices = { ids: [], of: 0 }

/**
 * Finds devices among many, again and again: what has not changed since the last time is not done again, and the same
 * devices are the same list. One finder serves one screen and one order of names.
 */
export const makeDeviceFinder = (compare: CompareNames) => {
  const inOrder = makeSorter<Device>()
  const orderOf = memo((sort: DeviceSort, readAt: number | null, now: number, near: Around["near"]) =>
    ordering(sort, compare, { readAt, now, near }),
  )
  const filtered = memo(makeFilter())
  const undecided = memo(undecidedIn)
  const reversedOf = memo(({ values, ids }: Sorted<Device>) => ({
    values: values.toReversed(),
    ids: ids.toReversed(),
  }))
  let last = NOTHING
  return (state: State, now: number, query: DeviceQuery): FoundDevices => {
    const account = state.session.current?.account ?? null
    if (account === null || state.devices.account !== account) return NOTHING
    const { bound, read } = state.devices
    const { sort, search } = query
    // Only where a status counts does time, and only where the network does who answers on it.
    const moment = sort === "status" || asksFor(query, "statuses") ? now : 0
    const countsNear = moment > 0 || asksFor(query, "kinds") || asksFor(query, "outdated")
    const near = countsNear && isHere(state) ? state.lan.byDid : NOBODY_NEAR
    const order = inOrder(
      bound,
      sort === "status" ? orderOf("status", read.at, moment, near) : orderOf(sort, null, 0, NOBODY_NEAR),
    )
    // Only where names are searched do the renames on their way count.
    const renames = search.trim() === "" ? null : state.outbox
    const ids = filtered(
      query.reversed ? reversedOf(order) : order,
      query,
      account,
      renames,
      renames === null && !countsNear ? initialLan : state.lan,
      tagsOf(state.tags, account),
      read.at,
      moment,
      near,
      asksFor(query, "outdated") ? state.firmware.latest : null,
      query.needsYou ? undecided(state.outbox.actions.unconfirmed, account) : NOBODY,
    )
    if (last.of !== bound.size || !sameIds(last.ids, ids)) last = { ids, of: bound.size }
    return last
  }
}

export const NOBODY: ReadonlySet<string> = new Set()
export const NOBODY_NEAR: Around["near"] = initialLan.byDid

const sameIds = (a: readonly string[], b: readonly string[]): boolean =>
  a === b || (a.length === b.length && a.every((id, index) => id === b[index]))

/** What is equal stays in the order of names. */
const ordering = (
  sort: DeviceSort,
  compare: CompareNames,
  around: Pick<Around, "readAt" | "now" | "near">,
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
      const rank = (device: Device) => statusOrder.indexOf(statusIn(around, device))
      return (a, b) => rank(a) - rank(b) || byName(a, b)
    }
  }
}

const statusOrder: readonly DeviceStatus[] = ["online", "lastKnown", "offline"]

interface Folded {
  readonly name: string
  readonly words: readonly string[]
  readonly places: string
  readonly mac: string | null
  readonly haystack: Haystack
}

const placesOf = (lan: LanState, did: string): string =>
  lan.byDid.has(did)
    ? lanDevicesOf(lan, did)
        .map(({ addr }) => addr)
        .join(" ")
    : ""

/**
 * Keeps what was folded while name and tags are the same: folding a text costs more than looking through it. All who look
 * share it, the list and its counts among them.
 */
const makeHaystacks = () => {
  const folded = new WeakMap<Device, Folded>()
  return (device: Device, name: string, words: readonly string[], lan: LanState): Haystack => {
    const known = folded.get(device)
    const places = placesOf(lan, device.id)
    const mac = lan.macs.get(device.id) ?? null
    if (known?.name === name && known.words === words && known.places === places && known.mac === mac)
      return known.haystack
    const haystack = haystackOf({ ...device, name, tags: words, ip: places, mac })
    folded.set(device, { name, words, places, mac, haystack })
    return haystack
  }
}

const haystackFor = makeHaystacks()

/** How each device stands, kept for as long as what stands beside the list is the same. */
export const makeStandings = () => {
  const ofDevices = memo((..._around: readonly unknown[]) => new WeakMap<Device, Standing>())
  return (around: Around) => {
    const { tags, readAt, now, lan, near, latest, waiting } = around
    const known = ofDevices(tags, readAt, now, lan, near, latest, waiting)
    return (device: Device): Standing => {
      const before = known.get(device)
      if (before !== undefined) return before
      const made = standingOf(device, around)
      known.set(device, made)
      return made
    }
  }
}

/** The ids of the devices that are searched and filtered for. */
export const makeFilter = () => {
  const standings = makeStandings()
  return (
    devices: Sorted<Device>,
    query: DeviceQuery,
    account: AccountKey,
    renames: OutboxState | null,
    lan: LanState,
    tags: Around["tags"],
    readAt: number | null,
    now: number,
    near: Around["near"],
    latest: Around["latest"],
    waiting: Around["waiting"],
  ): readonly string[] => {
    if (!isFiltered(query)) return devices.ids
    const needle = needleOf(query.search)
    const standing = standings({ tags, readAt, now, lan, near, latest, waiting })
    const isOpen = !hasFilter(query)
    const wanted = (device: Device): boolean => isOpen || passes(query, standing(device))
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
