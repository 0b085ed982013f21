import type { Device } from "../features/devices/state.ts"
import type { LanState } from "../features/lan/state.ts"
import { tagsOf } from "../features/tags/feature.ts"
import type { State } from "../product/state.ts"
import type { PersistentMap } from "../values/persistentMap.ts"
import { type AnyDevice, boundIn } from "./allDevices.ts"
import {
  type DeviceFacets,
  type DeviceFilter,
  type FilterContext,
  type FilterPart,
  hasFilter,
  kept,
  ownerOf,
  undecidedIn,
} from "./deviceFilter.ts"
import { facetCounts, makeFacets, timesOf } from "./facets.ts"
import { type CompareNames, type DeviceQuery, makeDeviceSearch, nearIn, type SearchDevices } from "./findDevices.ts"
import { memo } from "./memo.ts"
import type { MatchIndexes } from "./searched.ts"

/**
 * The number of devices that each choice would show, among those that match the search and the other parts of the
 * filter (DEVICE-19).
 */
export interface Overview extends Readonly<Record<Exclude<FilterPart, "outdated" | "needsYou">, Counts>> {
  readonly outdated: number
  readonly needsYou: number
  /** All owners of devices of the list, the person first. */
  readonly allOwners: readonly string[]
}

/** Counts by the word of a choice; a missing word counts none. */
type Counts = ReadonlyMap<string, number>

/** Statuses are counted as of the last half minute, because a card checks the time no more often. */
const COUNTED_EVERY_MS = 30_000

class Tally {
  readonly counts = {
    kinds: new Map<string, number>(),
    types: new Map<string, number>(),
    statuses: new Map<string, number>(),
    owners: new Map<string, number>(),
    tags: new Map<string, number>(),
  }
  outdated = 0
  needsYou = 0

  readonly #filter: DeviceFilter
  readonly #isOpen: boolean

  constructor(filter: DeviceFilter) {
    this.#filter = filter
    this.#isOpen = !hasFilter(filter)
  }

  /** A device that passes counts for every part. A device that a single part excludes counts for that part. */
  add(facets: DeviceFacets, times: number): void {
    const by = this.#isOpen ? "none" : kept(this.#filter, facets)
    if (by === null) return
    const counts = (part: FilterPart) => by === "none" || by === part
    for (const part of LISTS) if (counts(part)) for (const word of facets[part]) this.#count(part, word, times)
    if (counts("outdated") && facets.outdated) this.outdated += times
    if (counts("needsYou") && facets.needsYou) this.needsYou += times
  }

  #count(part: (typeof LISTS)[number], word: string, times: number): void {
    const of = this.counts[part]
    of.set(word, (of.get(word) ?? 0) + times)
  }

  overview(allOwners: readonly string[]): Overview {
    const { counts, outdated, needsYou } = this
    return { ...counts, outdated, needsYou, allOwners }
  }
}

const LISTS = ["kinds", "types", "statuses", "owners", "tags"] as const

const ownersOf = (bound: PersistentMap<Device>): readonly string[] => {
  const owners = new Set<string>()
  bound.forEach((device) => {
    owners.add(ownerOf(device))
  })
  return [...owners].sort()
}

/** The filter of a query without its search. An equal filter returns the same object and needs no new count. */
const makeFilterOf = () =>
  memo(
    (
      kinds: DeviceFilter["kinds"],
      types: DeviceFilter["types"],
      statuses: DeviceFilter["statuses"],
      owners: DeviceFilter["owners"],
      tags: DeviceFilter["tags"],
      outdated: boolean,
      needsYou: boolean,
    ): DeviceFilter => ({ kinds, types, statuses, owners, tags, outdated, needsYou }),
  )

/**
 * The facets of the devices of the list, independent of the search: a typed letter counts the matches without computing
 * facets again.
 */
const makeInList = () => {
  const facets = makeFacets()
  return memo(
    (
      list: readonly AnyDevice[],
      tags: FilterContext["tags"],
      readAt: number | null,
      now: number,
      devices: LanState["devices"],
      byDid: LanState["byDid"],
      near: FilterContext["near"],
      latest: FilterContext["latest"],
      waiting: FilterContext["waiting"],
    ) => facetCounts(list, facets({ tags, readAt, now, lan: { devices, byDid }, near, latest, waiting })),
  )
}

/** Counts the matching devices. */
const makeCount = () => {
  const inList = makeInList()
  return memo(
    (
      filter: DeviceFilter,
      list: readonly AnyDevice[],
      places: MatchIndexes,
      tags: FilterContext["tags"],
      readAt: number | null,
      now: number,
      answering: LanState["devices"],
      byDid: LanState["byDid"],
      near: FilterContext["near"],
      latest: FilterContext["latest"],
      waiting: FilterContext["waiting"],
      allOwners: readonly string[],
    ): Overview => {
      const stands = inList(list, tags, readAt, now, answering, byDid, near, latest, waiting)
      const tally = new Tally(filter)
      for (const [of, times] of timesOf(stands, places)) if (times > 0) tally.add(of, times)
      return tally.overview(allOwners)
    },
  )
}

const NO_DEVICES: ReadonlySet<string> = new Set()

/** Counts devices again and again, without counting unchanged data again. */
export const makeOverview = (searched: SearchDevices = makeDeviceSearch(byCode)) => {
  const undecided = memo(undecidedIn)
  const owners = memo(ownersOf)
  const filterOf = makeFilterOf()
  const count = makeCount()
  let last: Overview | null = null
  return (state: State, now: number, query: DeviceQuery): Overview => {
    const matches = searched(state, now, query)
    const account = state.session.current?.account ?? null
    const { devices, outbox, lan } = state
    const { kinds, types, statuses, owners: chosen, tags, outdated, needsYou } = query
    const counted = count(
      filterOf(kinds, types, statuses, chosen, tags, outdated, needsYou),
      matches.list,
      matches.places,
      tagsOf(state.tags, account),
      devices.read.at,
      now - (now % COUNTED_EVERY_MS),
      // Only counted data is compared, because the progress of a scan changes all the time.
      lan.devices,
      lan.byDid,
      nearIn(state),
      state.firmware.latest,
      account === null ? NO_DEVICES : undecided(outbox.actions.unconfirmed, account),
      owners(boundIn(state)),
    )
    // Equal counts return the same object, so that the next letter of a search does not draw the menus again.
    if (last === null || !sameOverview(last, counted)) last = counted
    return last
  }
}

const sameCounts = (a: Counts, b: Counts): boolean =>
  a.size === b.size && [...a].every(([word, count]) => b.get(word) === count)

const sameOverview = (a: Overview, b: Overview): boolean =>
  LISTS.every((part) => sameCounts(a[part], b[part])) &&
  a.outdated === b.outdated &&
  a.needsYou === b.needsYou &&
  a.allOwners === b.allOwners

/** The counts need no order of names. */
const byCode: CompareNames = (a, b) => (a < b ? -1 : a > b ? 1 : 0)
