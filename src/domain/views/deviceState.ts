import type { State } from "../product/state.ts"
import { type DeviceStatus, deviceCard } from "./devices.ts"
import { lanViewOf } from "./lan.ts"

export interface DeviceState {
  readonly status: DeviceStatus
  /** The time when it was last seen, ms; null for never. */
  readonly seenAt: number | null
}

/** The state of a device of the account, else of a device of this network; null when it is neither. */
export const stateOf = (state: State, did: string, now: number): DeviceState | null => {
  const card = deviceCard(state, did, now)
  if (card !== null) return { status: card.status, seenAt: card.lastSeen > 0 ? card.lastSeen : null }
  const device = lanViewOf(state, did)
  if (device === null) return null
  return device.known === "now"
    ? { status: "online", seenAt: device.foundAt }
    : { status: "lastKnown", seenAt: device.reportedAt }
}
