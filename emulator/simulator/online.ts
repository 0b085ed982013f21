import { deviceCard } from "../../src/domain/views/devices.ts"
import type { Simulation } from "./simulation.ts"
import { Violation } from "./violation.ts"

/** Seen within this a device counts as online, ms: DEVICE-5 once more, on purpose without the constant of the client. */
const SEEN_WITHIN_MS = 30 * 60_000

/**
 * Invariant 14: a card says online of a device that was seen within half an hour by the clock of now, however that was
 * set meanwhile, and of no other, but for neighbours on this network.
 */
export const checkOnline = ({ ready, world }: Simulation): void => {
  for (const { engine, tab } of ready) {
    const state = engine?.state()
    if (state === undefined) continue
    for (const did of state.devices.bound.keys()) {
      const card = deviceCard(state, did, world.wall)
      if (card === null || state.lan.byDid.has(did)) continue
      const isSeen = world.wall - (state.devices.bound.get(did)?.lastSeen ?? 0) <= SEEN_WITHIN_MS
      if (card.online !== isSeen)
        throw new Violation(14, `${tab.name} shows ${did} as ${card.online ? "online" : "offline"}, and it is not`)
    }
  }
}
