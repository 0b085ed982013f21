import type { State } from "../../../src/domain/product/state.ts"
import { deviceCard } from "../../../src/domain/views/devices.ts"
import type { Simulation } from "../simulation.ts"
import { Violation } from "../violation.ts"

/** A device seen within this time counts as online, ms. Repeats DEVICE-5 on purpose without the client's constant. */
const SEEN_WITHIN_MS = 30 * 60_000
/** A device seen further in the future than this has a wrong clock, ms. */
const SEEN_AHEAD_MS = 24 * 60 * 60_000

/** A card shows a device as online only when it was seen within half an hour of now, or is on the LAN. */
export const checkCards = (state: State, now: number, who: string): void => {
  for (const did of state.devices.bound.keys()) {
    const card = deviceCard(state, did, now)
    if (card === null || state.lan.byDid.has(did)) continue
    const age = now - (state.devices.bound.get(did)?.lastSeen ?? 0)
    const isSeen = age <= SEEN_WITHIN_MS && age >= -SEEN_AHEAD_MS
    if (card.online !== isSeen)
      throw new Violation(14, `${who} shows ${did} as ${card.online ? "online" : "offline"}, and it is not`)
  }
}

/** Invariant 14, for any clock changes. */
export const checkOnline = ({ ready, world }: Simulation): void => {
  for (const { engine, tab } of ready) {
    const state = engine?.state()
    if (state !== undefined) checkCards(state, world.wall, tab.name)
  }
}
