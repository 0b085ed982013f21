import { initialLan } from "../features/lan/state.ts"
import { tagsOf } from "../features/tags/feature.ts"
import type { State } from "../product/state.ts"
import { type AnyDevice, allDevices } from "./allDevices.ts"
import {
  asksFor,
  type DeviceFacets,
  type DeviceFilter,
  type FilterContext,
  hasFilter,
  passes,
  statusIn,
  undecidedIn,
} from "./deviceFilter.ts"
import type { DeviceStatus } from "./devices.ts"
import { makeFacets } from "./facets.ts"
import { isHere } from "./lan.ts"
import { memo } from "./memo.ts"
import { RANKS, rankOf } from "./search.ts"
import { type DeviceMatches, type MatchIndexes, makeSearch } from "./searched.ts"
import { makeSorter, type Sorted } from "./sorted.ts"

export const sorts = ["name", "lastSeen", "status", "build"] as const
export type DeviceSort = (typeof sorts)[number]

export interface DeviceQuery extends DeviceFilter {
  readonly search: string
  readonly sort: DeviceSort
  /** Reversed order: from Z to A, or longest unseen, offline or oldest build first. */
  readonly reversed: boolean
  /** Only these devices, by did; unset for all. */
  readonly among?: ReadonlySet<string>
}

export interface FoundDevices {
  readonly ids: readonly string[]
  /** The number of all devices. */
  readonly of: number
}

/** The order of names in a language, as `Intl.Collator` returns it; 0 for equal names. */
export type CompareNames = (a: string, b: string) => number

export const isFiltered = (query: DeviceQuery): boolean =>
  query.search.trim() !== "" || query.among !== undefined || hasFilter(query)

const NOTHING: FoundDevices = { ids: [], of: 0 }

/** All devices that match a search, in the requested order. */
export type SearchDevices = (state: State, now: number, query: DeviceQuery) => DeviceMatches

/** One search serves all parts of a screen: the list and the counts beside it. */
export const makeDeviceSearch = (compare: CompareNames): SearchDevices => {
  const inOrder = makeSorter<AnyDevice>()
  const orderOf = memo((sort: DeviceSort, readAt: number | null, now: number, near: FilterContext["near"]) =>
    ordering(sort, compare, { readAt, now, near }),
  )
  const reversed = memo(({ values }: Sorted<AnyDevice>, sort: DeviceSort) => turned(values, sort))
  const matching = memo(makeSearch())
  const all = memo((list: readonly AnyDevice[]): DeviceMatches => ({ list, places: null, answers: null }))
  const chosen = memo(placesAmong)
  return (state, now, { sort, reversed: isReversed, search, among }) => {
    const account = state.session.current?.account ?? null
    const { read } = state.devices
    // Time and network matter only in the order by status.
    const order = inOrder(
      allDevices(state),
      sort === "status" ? orderOf(sort, read.at, now, nearIn(state)) : orderOf(sort, null, 0, NONE_NEAR),
    )
    const devices = isReversed ? reversed(order, sort) : order.values
    // Open renames matter only while a person searches for names.
    const matches =
      search.trim() === ""
        ? all(devices)
        : matching(search, devices, account, state.outbox, state.lan, tagsOf(state.tags, account))
    return among === undefined ? matches : chosen(matches, among)
  }
}

/** From Z to A, too, those of the account are first. */
const turned = (list: readonly AnyDevice[], sort: DeviceSort): readonly AnyDevice[] => {
  const all = list.toReversed()
  return sort === "name" ? all.sort((a, b) => isFound(a) - isFound(b)) : all
}

const placesAmong = (matches: DeviceMatches, among: ReadonlySet<string>): DeviceMatches => {
  const { list, places } = matches
  const isAmong = (place: number) => among.has(list[place]?.id ?? "")
  const all = places ?? Uint32Array.from(list, (_, place) => place)
  return { ...matches, places: all.filter(isAmong) }
}

/**
 * Finds devices again and again: repeats no work on unchanged data, and returns the same list for the same devices. One
 * finder serves one screen and one order of names.
 */
export const makeDeviceFinder = (compare: CompareNames, searched: SearchDevices = makeDeviceSearch(compare)) => {
  const filtered = memo(makeFilter())
  const ranked = memo(inRanks)
  const undecided = memo(undecidedIn)
  let last = NOTHING
  return (state: State, now: number, query: DeviceQuery): FoundDevices => {
    const matches = searched(state, now, query)
    const account = state.session.current?.account ?? null
    const { read } = state.devices
    const of = allDevices(state).size
    // Time matters only for a status, and the network only for a filter that uses it.
    const moment = asksFor(query, "statuses") ? now : 0
    const countsNear = moment > 0 || asksFor(query, "kinds") || asksFor(query, "outdated")
    // Best matches come first, unless the person chose another order.
    const isRanked = query.sort === "name" && !query.reversed
    const ids = filtered(
      matches.list,
      isRanked ? ranked(matches) : matches.places,
      query,
      tagsOf(state.tags, account),
      read.at,
      moment,
      countsNear ? state.lan : initialLan,
      countsNear ? nearIn(state) : NONE_NEAR,
      asksFor(query, "outdated") ? state.firmware.latest : null,
      query.needsYou && account !== null ? undecided(state.outbox.actions.unconfirmed, account) : NO_DEVICES,
    )
    if (last.of !== of || !sameIds(last.ids, ids)) last = { ids, of }
    return last
  }
}

/** Best matches first; equal ones in the order of the list. */
const inRanks = ({ list, places, answers }: DeviceMatches): MatchIndexes => {
  if (answers === null) return places
  const { needle, haystacks } = answers
  const count = places?.length ?? list.length
  const ranks = new Uint8Array(count)
  const sizes = RANKS.map(() => 0)
  for (let at = 0; at < count; at += 1) {
    const haystack = haystacks[places?.[at] ?? at]
    const rank = haystack === undefined ? 0 : rankOf(needle, haystack)
    ranks[at] = rank
    sizes[rank] = (sizes[rank] ?? 0) + 1
  }
  // When all match equally well, the same list stays, and no row is drawn again.
  return sizes.includes(count) ? places : byRank(ranks, sizes, places)
}

/** Sorts positions by rank, and keeps their order within a rank. */
const byRank = (ranks: Uint8Array, sizes: readonly number[], places: MatchIndexes): Uint32Array => {
  const ranked = new Uint32Array(ranks.length)
  let begin = 0
  const next = sizes.map((size) => {
    begin += size
    return begin - size
  })
  for (let at = 0; at < ranks.length; at += 1) {
    const rank = ranks[at] ?? 0
    const to = next[rank] ?? 0
    ranked[to] = places?.[at] ?? at
    next[rank] = to + 1
  }
  return ranked
}

/** The ids of the devices at these positions of a list, as far as they are wanted. */
const idsAt = (
  list: readonly AnyDevice[],
  places: MatchIndexes,
  wanted?: (device: AnyDevice) => boolean,
): readonly string[] => {
  const ids: string[] = []
  const count = places?.length ?? list.length
  for (let at = 0; at < count; at += 1) {
    const device = list[places?.[at] ?? at]
    if (device !== undefined && wanted?.(device) !== false) ids.push(device.id)
  }
  return ids
}

/** The ids of the devices that pass the filter. */
const makeFilter = () => {
  const facetsIn = makeFacets()
  const idsOf = memo(idsAt)
  return (
    list: readonly AnyDevice[],
    places: MatchIndexes,
    filter: DeviceFilter,
    tags: FilterContext["tags"],
    readAt: number | null,
    now: number,
    lan: FilterContext["lan"],
    near: FilterContext["near"],
    latest: FilterContext["latest"],
    waiting: FilterContext["waiting"],
  ): readonly string[] => {
    if (!hasFilter(filter)) return idsOf(list, places)
    const facets = facetsIn({ tags, readAt, now, lan, near, latest, waiting })
    // Equal facets are one object, so each is checked once.
    const judged = new Map<DeviceFacets, boolean>()
    return idsAt(list, places, (device) => {
      const of = facets(device)
      const known = judged.get(of)
      if (known !== undefined) return known
      const made = passes(filter, of)
      judged.set(of, made)
      return made
    })
  }
}

/** Devices that answer on this network now, by did. */
export const nearIn = (state: State): FilterContext["near"] => (isHere(state) ? state.lan.byDid : NONE_NEAR)

const NO_DEVICES: ReadonlySet<string> = new Set()
export const NONE_NEAR: FilterContext["near"] = initialLan.byDid

export const sameIds = (a: readonly string[], b: readonly string[]): boolean =>
  a === b || (a.length === b.length && a.every((id, index) => id === b[index]))

/** By name, devices of the account are first: a device that is found moves none of them (UX-5). */
const isFound = ({ near }: AnyDevice) => Number(near !== undefined)

/** Equal devices stay in the order of names. */
const ordering = (
  sort: DeviceSort,
  compare: CompareNames,
  around: Pick<FilterContext, "readAt" | "now" | "near">,
): ((a: AnyDevice, b: AnyDevice) => number) => {
  const byName = (a: AnyDevice, b: AnyDevice) => compare(a.name, b.name) || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
  switch (sort) {
    case "name":
      return (a, b) => isFound(a) - isFound(b) || byName(a, b)
    case "lastSeen":
      return (a, b) => b.lastSeen - a.lastSeen || byName(a, b)
    case "build":
      return (a, b) => b.build - a.build || byName(a, b)
    case "status": {
      const rank = (device: AnyDevice) => statusOrder.indexOf(statusIn(around, device))
      return (a, b) => rank(a) - rank(b) || byName(a, b)
    }
  }
}

const statusOrder: readonly DeviceStatus[] = ["online", "lastKnown", "offline"]
