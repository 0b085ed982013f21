import type { Device } from "../features/devices/state.ts"
import { type Around, type Standing, standingOf, statusIn } from "./deviceFilter.ts"
import { type DeviceStatus, deviceStatuses } from "./devices.ts"
import { memo } from "./memo.ts"

/** How devices stand that differ in nothing but the time. */
type ByStatus = Readonly<Record<DeviceStatus, Standing>>

/** Unlike for unlike standings, whatever owners and tags are called. */
const keyOf = ({ kinds, types, owners, tags, outdated, needsYou }: Standing): string => {
  const plain = `${kinds.join()} ${types.join()} ${outdated} ${needsYou} ${tags.length} `
  return plain + (tags.length === 0 && owners.length === 1 ? owners[0] : JSON.stringify([owners, tags]))
}

const byStatus = (standing: Standing): ByStatus => {
  const [online, offline, lastKnown] = deviceStatuses.map((status) => ({ ...standing, statuses: [status] }))
  if (online === undefined || offline === undefined || lastKnown === undefined) throw new Error("a status is missing")
  return { online, offline, lastKnown }
}

/**
 * How each device stands, kept for as long as what stands beside the list is the same; the time alone changes nothing but
 * the status. Equal standings are one object: thousands of devices are counted by the few ways in which they stand.
 */
export const makeStandings = () => {
  const known = memo((..._around: readonly unknown[]) => ({
    // By id, which costs half of looking a device itself up in a weak map.
    ofDevices: new Map<string, { readonly device: Device; readonly stands: ByStatus }>(),
    equal: new Map<string, ByStatus>(),
  }))
  return (around: Around) => {
    const { tags, lan, near, latest, waiting } = around
    const { ofDevices, equal } = known(tags, lan, near, latest, waiting)
    const made = (device: Device): ByStatus => {
      const standing = standingOf(device, around)
      const key = keyOf(standing)
      const stands = equal.get(key) ?? byStatus(standing)
      equal.set(key, stands)
      ofDevices.set(device.id, { device, stands })
      return stands
    }
    return (device: Device): Standing => {
      const before = ofDevices.get(device.id)
      return (before?.device === device ? before.stands : made(device))[statusIn(around, device)]
    }
  }
}
