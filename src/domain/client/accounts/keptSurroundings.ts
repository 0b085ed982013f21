import type { LanDevice } from "../../features/lan/state.ts"
import type { Event } from "../../product/events.ts"
import type { State } from "../../product/state.ts"

/** An event of the new log and its time, ms. */
interface DatedEvent {
  readonly at: number
  readonly event: Event
}

/** The LAN devices, in as few events as their times allow. */
const keptLanDevices = ({ devices }: State["lan"]): readonly DatedEvent[] => {
  const found = new Map<number, LanDevice[]>()
  for (const device of devices.values()) found.set(device.foundAt, [...(found.get(device.foundAt) ?? []), device])
  const changed = [...devices.values()].filter(({ foundAt, toldAt }) => toldAt !== foundAt)
  return [
    ...[...found].map(([at, list]): DatedEvent => {
      const added = list.map(({ foundAt: _foundAt, toldAt: _toldAt, ...fields }) => fields)
      return { at, event: { type: "LanDevicesTold", payload: { added, changed: [], gone: [] } } }
    }),
    ...changed.map(
      ({ id, timestamp, toldAt }): DatedEvent => ({
        at: toldAt,
        event: {
          type: "LanDevicesTold",
          payload: { added: [], changed: [{ id, fields: { timestamp } }], gone: [] },
        },
      }),
    ),
  ]
}

/**
 * What belongs to this computer and to no account: how the native side stands, what it says of the system, the
 * LAN devices, and the firmware that is kept. They are not reported again while they stay the same.
 */
export const keptSurroundings = ({ bridge, lan, firmware }: State): readonly DatedEvent[] => {
  const { link, since, tips, tipsDismissed } = bridge
  const { latest, isUnread, image } = firmware
  const told: DatedEvent[] = []
  if (link.state !== "none") told.push({ at: since, event: { type: "BridgeLinkChanged", payload: { link } } })
  if (tips !== null) told.push({ at: since, event: { type: "LinuxTipsTold", payload: tips } })
  if (tipsDismissed !== 0)
    told.push({ at: since, event: { type: "LinuxTipsDismissed", payload: { flags: tipsDismissed } } })
  told.push(...keptLanDevices(lan))
  if (latest !== null) told.push({ at: 0, event: { type: "LatestFirmwareTold", payload: latest } })
  if (isUnread) told.push({ at: 0, event: { type: "LatestFirmwareUnread", payload: {} } })
  if (image?.status === "kept" && image.size !== null) {
    const { at, build, hash, size } = image
    told.push({ at, event: { type: "FirmwareImageKept", payload: { build, hash, size } } })
  }
  return told
}
