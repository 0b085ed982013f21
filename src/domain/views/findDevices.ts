import type { Device } from "../devices/state.ts"
import type { State } from "../model/state.ts"
import { pendingNames } from "../outbox/overlay.ts"
import { type DeviceTags, tagsOf, tagsOn } from "../tags/feature.ts"
import { type DeviceStatus, type DeviceType, statusOf, typeOf } from "./devices.ts"
import { type Haystack, haystackOf, matches, needleOf } from "./search.ts"

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

export const isFiltered = ({ search, kinds, types, statuses, tags }: DeviceQuery): boolean =>
  search.trim() !== "" || kinds.length + types.length + statuses.length + tags.length > 0

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
  const inOrder = memo(makeOrder(compare))
  const filtered = memo(makeFilter())
  const namesOf = memo(pendingNames)
  const reversedOf = memo((devices: readonly Device[]) => devices.toReversed())
  let last = NOTHING
  return (state: State, now: number, query: DeviceQuery): FoundDevices => {
    const account = state.session.current?.account ?? null
    if (account === null || state.devices.account !== account) return NOTHING
    const { bound, readAt } = state.devices
    // Only where a status counts does time.
    const moment = query.sort === "status" || query.statuses.length > 0 ? now : 0
    const order = inOrder(bound, query.sort, readAt, query.sort === "status" ? moment : 0)
    const wanted = query.reversed ? reversedOf(order) : order
    const names = namesOf(state.outbox.actions, account)
    const ids = filtered(wanted, query, names, tagsOf(state.tags, account), readAt, moment)
    if (last.of !== bound.size || !sameIds(last.ids, ids)) last = { ids, of: bound.size }
    return last
  }
}

const sameIds = (a: readonly string[], b: readonly string[]): boolean =>
  a === b || (a.length === b.length && a.every((id, index) => id === b[index]))

/** All devices of a list: those of an earlier order first, in that order, as they are now. */
const inOrderBefore = (before: readonly Device[], bound: ReadonlyMap<string, Device>): Device[] => {
  const known = new Set<string>()
  const devices: Device[] = []
  for (const { id } of before) {
    const device = bound.get(id)
    if (device === undefined) continue
    devices.push(device)
    known.add(id)
  }
  if (known.size < bound.size) for (const device of bound.values()) if (!known.has(device.id)) devices.push(device)
  return devices
}

/** By name, then id. Sorting begins with the order before, so that one changed name costs next to nothing. */
const makeOrder = (compare: CompareNames) => {
  let before: readonly Device[] = []
  const byName = memo((bound: ReadonlyMap<string, Device>): readonly Device[] => {
    before = inOrderBefore(before, bound).sort(
      (a, b) => compare(a.name, b.name) || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0),
    )
    return before
  })
  return (bound: ReadonlyMap<string, Device>, sort: DeviceSort, readAt: number | null, now: number) => {
    const named = byName(bound)
    // Sorting is stable: what is equal stays in the order of names.
    switch (sort) {
      case "name":
        return named
      case "lastSeen":
        return named.toSorted((a, b) => b.lastSeen - a.lastSeen)
      case "build":
        return named.toSorted((a, b) => b.build - a.build)
      case "status":
        return statusOrder.flatMap((wanted) =>
          named.filter(({ lastSeen }) => statusOf(lastSeen, readAt, now) === wanted),
        )
    }
  }
}

const statusOrder: readonly DeviceStatus[] = ["online", "lastKnown", "offline"]

interface Folded {
  readonly name: string
  readonly words: readonly string[]
  readonly haystack: Haystack
}

const makeFilter = () => {
  /** Kept while name and tags are the same: folding a text costs more than looking through it. */
  const folded = new WeakMap<Device, Folded>()
  const haystackFor = (device: Device, name: string, words: readonly string[]): Haystack => {
    const known = folded.get(device)
    if (known !== undefined && known.name === name && known.words === words) return known.haystack
    const haystack = haystackOf({ ...device, name, tags: words })
    folded.set(device, { name, words, haystack })
    return haystack
  }
  return (
    devices: readonly Device[],
    query: DeviceQuery,
    names: ReadonlyMap<string, string>,
    tags: DeviceTags,
    readAt: number | null,
    now: number,
  ): readonly string[] => {
    const needle = needleOf(query.search)
    const passes = passing(query, tags, readAt, now)
    const found = (device: Device): boolean => {
      if (needle === null) return true
      const name = names.get(device.id) ?? device.name
      return matches(needle, haystackFor(device, name, tagsOn(tags, device.id)))
    }
    const ids: string[] = []
    for (const device of devices) if (passes(device) && found(device)) ids.push(device.id)
    return ids
  }
}

const passing = (
  { kinds, types, statuses, tags }: DeviceFilter,
  known: DeviceTags,
  readAt: number | null,
  now: number,
) => {
  const any = <Value>(wanted: readonly Value[], value: Value): boolean => wanted.length === 0 || wanted.includes(value)
  return (device: Device): boolean =>
    any(kinds, device.shared ? "shared" : "own") &&
    any(types, typeOf(device)) &&
    (statuses.length === 0 || statuses.includes(statusOf(device.lastSeen, readAt, now))) &&
    (tags.length === 0 || tagsOn(known, device.id).some((tag) => tags.includes(tag)))
}
