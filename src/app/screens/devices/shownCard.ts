import type { State } from "../../../domain/model/state.ts"
import { type DeviceCard, deviceCard, isOnline } from "../../../domain/views/devices.ts"
import type { GlyphName } from "../../ui/Glyph.tsx"

export interface ShownCard {
  readonly card: DeviceCard
  readonly sign: Extract<GlyphName, "online" | "offline" | "lastKnown">
  readonly word: "online" | "offline" | "wasOnline"
  /** Online as far as we know now, not only as of our last reading. */
  readonly online: boolean
}

/** A card with its status sign: of an old reading it says what was, not what is (look, status sign). */
export const shownCard = (state: State, did: string, now: number): ShownCard | null => {
  const card = deviceCard(state, did, now)
  if (card === null) return null
  const wasOnline = card.lastKnown && isOnline(card.lastSeen, state.devices.readAt ?? now)
  if (wasOnline) return { card, sign: "lastKnown", word: "wasOnline", online: false }
  return card.online
    ? { card, sign: "online", word: "online", online: true }
    : { card, sign: "offline", word: "offline", online: false }
}
