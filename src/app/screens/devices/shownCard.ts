import type { State } from "../../../domain/product/state.ts"
import { type DeviceCard, type DeviceStatus, deviceCard } from "../../../domain/views/devices.ts"

export interface ShownCard {
  readonly card: DeviceCard
  readonly sign: DeviceStatus
  readonly word: "online" | "offline" | "wasOnline"
  /** Online as far as we know now, not only as of our last reading. */
  readonly online: boolean
}

/** A card with its status sign: of an old reading it says what was, not what is (look, status sign). */
export const shownCard = (state: State, did: string, now: number): ShownCard | null => {
  const card = deviceCard(state, did, now)
  if (card === null) return null
  const { status: sign } = card
  return { card, sign, word: sign === "lastKnown" ? "wasOnline" : sign, online: sign === "online" }
}
