import type { Device } from "../features/devices/state.ts"
import { type LanDevice, lanDevicesOf } from "../features/lan/state.ts"
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

/** A device as it stood, and who answered for it on this network. */
interface Known {
  readonly device: Device
  readonly answering: readonly LanDevice[]
  readonly stands: ByStatus
  /** The network as it was when this was last found true; the same network needs no second look. */
  of: Pick<Around, "lan" | "near">
}

const NOBODY: readonly LanDevice[] = []

const same = (a: readonly LanDevice[], b: readonly LanDevice[]): boolean =>
  a.length === b.length && a.every((device, place) => device === b[place])

/**
 * How each device stands, kept for as long as what stands beside the list is the same. The time alone changes nothing but
 * the status, and one device of the network nothing but its own. Equal standings are one object: thousands of devices are
 * counted by the few ways in which they stand.
 */
export const makeStandings = () => {
  const known = memo((..._around: readonly unknown[]) => ({
    // By id, which costs half of looking a device itself up in a weak map.
    ofDevices: new Map<string, Known>(),
    equal: new Map<string, ByStatus>(),
  }))
  const network = memo((devices: Around["lan"]["devices"], byDid: Around["near"], near: Around["near"]) => ({
    lan: { devices, byDid },
    near,
  }))
  return (around: Around) => {
    const { tags, lan, near, latest, waiting } = around
    const { ofDevices, equal } = known(tags, latest, waiting)
    const of = network(lan.devices, lan.byDid, near)
    const made = (device: Device, answering: readonly LanDevice[]): ByStatus => {
      const standing = standingOf(device, around)
      const key = keyOf(standing)
      const stands = equal.get(key) ?? byStatus(standing)
      equal.set(key, stands)
      ofDevices.set(device.id, { device, answering, stands, of })
      return stands
    }
    const standsOf = (device: Device): ByStatus => {
      const before = ofDevices.get(device.id)
      if (before?.device === device && before.of === of) return before.stands
      const answering = near.has(device.id) ? lanDevicesOf(lan, device.id) : NOBODY
      if (before?.device !== device || !same(before.answering, answering)) return made(device, answering)
      before.of = of
      return before.stands
    }
    return (device: Device): Standing => standsOf(device)[statusIn(around, device)]
  }
}
