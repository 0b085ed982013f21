import { type LanDevice, lanDevicesOf } from "../features/lan/state.ts"
import type { AnyDevice } from "./allDevices.ts"
import { type DeviceFacets, type FilterContext, facetsOf, statusIn } from "./deviceFilter.ts"
import { type DeviceStatus, deviceStatuses } from "./devices.ts"
import { memo } from "./memo.ts"
import type { MatchIndexes } from "./searched.ts"

/** The facets of similar devices, by status. */
type ByStatus = Readonly<Record<DeviceStatus, DeviceFacets>>

/** Different keys for different facets, whatever the names of owners and tags. */
const keyOf = ({ kinds, types, owners, tags, outdated, needsYou }: DeviceFacets): string => {
  const plain = `${kinds.join()} ${types.join()} ${outdated} ${needsYou} ${tags.length} `
  return plain + (tags.length === 0 && owners.length === 1 ? owners[0] : JSON.stringify([owners, tags]))
}

const byStatus = (facets: DeviceFacets): ByStatus => {
  const [online, offline, lastKnown] = deviceStatuses.map((status) => ({ ...facets, statuses: [status] }))
  if (online === undefined || offline === undefined || lastKnown === undefined) throw new Error("a status is missing")
  return { online, offline, lastKnown }
}

/** A device at the last call, and the LAN devices that answered for it. */
interface Known {
  readonly device: AnyDevice
  readonly answering: readonly LanDevice[]
  readonly isNear: boolean
  readonly stands: ByStatus
  /** The network for which this was last verified. The same network needs no second check. */
  of: ReadonlySet<string>
}

const NO_DEVICES: readonly LanDevice[] = []

const same = (a: readonly LanDevice[], b: readonly LanDevice[]): boolean =>
  a.length === b.length && a.every((device, place) => device === b[place])

/**
 * Keeps the facets of each device while the data beside the list is unchanged. The time changes only the status, a
 * reading only the devices that it changed, and a LAN device only its own facets. Equal facets are one object, so that
 * thousands of devices are counted by a few combinations.
 */
export const makeFacets = () => {
  const known = memo((..._around: readonly unknown[]) => ({
    // By id, which costs half as much as a lookup of the device in a WeakMap.
    ofDevices: new Map<string, Known>(),
    equal: new Map<string, ByStatus>(),
  }))
  // A plain Set, because thousands of devices look themselves up in it. A changed network gets a new one.
  const network = memo(
    (
      _devices: FilterContext["lan"]["devices"],
      _byDid: FilterContext["near"],
      near: FilterContext["near"],
    ): ReadonlySet<string> => new Set(near.keys()),
  )
  return (around: FilterContext) => {
    const { tags, readAt, now, lan, near, latest, waiting } = around
    const { ofDevices, equal } = known(tags, latest, waiting)
    const of = network(lan.devices, lan.byDid, near)
    const made = (device: AnyDevice, answering: readonly LanDevice[], isNear: boolean): Known => {
      const facets = facetsOf(device, around)
      const key = keyOf(facets)
      const stands = equal.get(key) ?? byStatus(facets)
      equal.set(key, stands)
      const made = { device, answering, isNear, stands, of }
      ofDevices.set(device.id, made)
      return made
    }
    const knownOf = (device: AnyDevice): Known => {
      const before = ofDevices.get(device.id)
      if (before?.device === device && before.of === of) return before
      const isNear = of.has(device.id)
      const answering = isNear ? lanDevicesOf(lan, device.id) : NO_DEVICES
      const isSame = before !== undefined && before.isNear === isNear && same(before.answering, answering)
      if (!isSame || !standsAlike(before.device, device)) return made(device, answering, isNear)
      if (before.device === device) {
        before.of = of
        return before
      }
      const { stands } = before
      const seenAgain = { device, answering, isNear, stands, of }
      ofDevices.set(device.id, seenAgain)
      return seenAgain
    }
    return (device: AnyDevice): DeviceFacets => {
      return knownOf(device).stands[statusIn({ readAt, now, near }, device)]
    }
  }
}

/** True when two readings of a device have the same facets apart from the status. */
const standsAlike = (a: AnyDevice, b: AnyDevice): boolean =>
  a === b ||
  (a.near === b.near && a.model === b.model && a.build === b.build && a.shared === b.shared && a.owner === b.owner)

/**
 * Filter facets of the devices of a list: each distinct combination once, and for each device the index of its
 * combination.
 */
export interface ListFacets {
  readonly ways: readonly DeviceFacets[]
  readonly numbers: Uint32Array
}

export const facetCounts = (list: readonly AnyDevice[], facets: (device: AnyDevice) => DeviceFacets): ListFacets => {
  const ways = new Map<DeviceFacets, number>()
  const numbers = new Uint32Array(list.length)
  list.forEach((device, place) => {
    const way = facets(device)
    const number = ways.get(way) ?? ways.size
    ways.set(way, number)
    numbers[place] = number
  })
  return { ways: [...ways.keys()], numbers }
}

/** The number of devices at these positions for each combination of facets. */
export const timesOf = (
  { ways, numbers }: ListFacets,
  places: MatchIndexes,
): ReadonlyArray<readonly [DeviceFacets, number]> => {
  const times = new Uint32Array(ways.length)
  const count = places?.length ?? numbers.length
  for (let at = 0; at < count; at += 1) {
    const number = numbers[places?.[at] ?? at] ?? 0
    times[number] = (times[number] ?? 0) + 1
  }
  return ways.map((way, number) => [way, times[number] ?? 0])
}
