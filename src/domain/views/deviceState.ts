import type { State } from "../product/state.ts"
import { type DeviceStatus, deviceCard } from "./devices.ts"
import { lanViewOf } from "./lan.ts"

export interface DeviceState {
  readonly status: DeviceStatus
  /** When it was seen last, ms; null for never. */
  readonly seenAt: number | null
}

/** Of a device of the account, or of this network beside it; null when it is in neither. */
export const stateOf = (state: State, did: string, now: number): DeviceState | null => {
  const card = deviceCard(state, did, now)
  if (card !== null) return { status: card.status, seenAt: card.lastSeen > 0 ? card.lastSeen : null }
  const device = lanViewOf(state, did)
  if (device === null) return null
  return device.known === "now"
    ? { status: "online", seenAt: device.foundAt }
    : { status: "lastKnown", seenAt: device.reportedAt }
}
