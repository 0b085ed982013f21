import type { Device } from "../features/devices/state.ts"
import type { LanState } from "../features/lan/state.ts"
import { tagsOf } from "../features/tags/feature.ts"
import type { State } from "../product/state.ts"
import type { PersistentMap } from "../values/persistentMap.ts"
import {
  type Around,
  type DeviceFilter,
  type FilterPart,
  hasFilter,
  kept,
  NO_FILTER,
  ownerOf,
  type Standing,
  standingNear,
  undecidedIn,
} from "./deviceFilter.ts"
import { type DeviceQuery, makeFilter, makeStandings, NOBODY, NOBODY_NEAR } from "./findDevices.ts"
import { makeNeighbourFinder } from "./findNeighbours.ts"
import { isHere } from "./lan.ts"
import { memo } from "./memo.ts"
import type { Sorted } from "./sorted.ts"

/** How many devices each choice would show, of what the search and the other parts of the filter leave (DEVICE-19). */
export interface Overview extends Readonly<Record<Exclude<FilterPart, "outdated" | "needsYou">, Counts>> {
  readonly outdated: number
  readonly needsYou: number
  /** Whoever owns any device of the list, the person first. */
  readonly allOwners: readonly string[]
}

/** By the word of a choice; what is not there is none. */
type Counts = ReadonlyMap<string, number>

/** Statuses are counted as of the last half minute: so often does a card look at the time. */
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

  /** A device counts for every part when it passes, and for the one that alone keeps it away. */
  add(standing: Standing): void {
    const by = this.#isOpen ? "none" : kept(this.#filter, standing)
    if (by === null) return
    const counts = (part: FilterPart) => by === "none" || by === part
    for (const part of LISTS) if (counts(part)) for (const word of standing[part]) this.#count(part, word)
    if (counts("outdated") && standing.outdated) this.outdated += 1
    if (counts("needsYou") && standing.needsYou) this.needsYou += 1
  }

  #count(part: (typeof LISTS)[number], word: string): void {
    const of = this.counts[part]
    of.set(word, (of.get(word) ?? 0) + 1)
  }

  overview(allOwners: readonly string[]): Overview {
    const { counts, outdated, needsYou } = this
    return { ...counts, outdated, needsYou, allOwners }
  }
}

const LISTS = ["kinds", "types", "statuses", "owners", "tags"] as const

/** Counts devices again and again; what has not changed since the last time is not counted again. */
export const makeOverview = () => {
  const found = memo(makeFilter())
  const neighbours = makeNeighbourFinder()
  const undecided = memo(undecidedIn)
  const standings = makeStandings()
  const listOf = memo(
    (bound: PersistentMap<Device>): Sorted<Device> => ({ values: [...bound.values()], ids: [...bound.keys()] }),
  )
  const ownersOf = memo(({ values }: Sorted<Device>) => [...new Set(values.map(ownerOf))].sort())
  const searchOf = memo((search: string): DeviceQuery => ({ ...NO_FILTER, search, sort: "name", reversed: true }))
  const count = memo(
    (
      filter: DeviceFilter,
      ids: readonly string[],
      nearIds: readonly string[],
      bound: PersistentMap<Device>,
      tags: Around["tags"],
      readAt: number | null,
      now: number,
      lan: LanState,
      near: Around["near"],
      latest: Around["latest"],
      waiting: Around["waiting"],
      allOwners: readonly string[],
    ): Overview => {
      const standing = standings({ tags, readAt, now, lan, near, latest, waiting })
      const tally = new Tally(filter)
      for (const id of ids) {
        const device = bound.get(id)
        if (device !== undefined) tally.add(standing(device))
      }
      for (const id of nearIds) {
        const device = lan.devices.get(id) ?? lan.left.get(id)
        const isHereNow = near !== NOBODY_NEAR && lan.devices.has(id)
        if (device !== undefined) tally.add(standingNear(device, isHereNow, latest))
      }
      return tally.overview(allOwners)
    },
  )
  return (state: State, now: number, query: DeviceQuery): Overview | null => {
    const account = state.session.current?.account ?? null
    const { devices, outbox, lan } = state
    if (account === null || devices.account !== account) return null
    const { bound } = devices
    const search = searchOf(query.search)
    const tags = tagsOf(state.tags, account)
    const renames = query.search.trim() === "" ? null : outbox
    const ids = found(listOf(bound), search, account, renames, lan, tags, null, 0, NOBODY_NEAR, null, NOBODY)
    return count(
      query,
      ids,
      neighbours(state, search),
      bound,
      tags,
      devices.read.at,
      now - (now % COUNTED_EVERY_MS),
      lan,
      isHere(state) ? lan.byDid : NOBODY_NEAR,
      state.firmware.latest,
      undecided(outbox.actions.unconfirmed, account),
      ownersOf(listOf(bound)),
    )
  }
}
