import type { CardNotice } from "../../../domain/views/devices.ts"
import { rulerOfOutcome } from "../../i18n/outcomeText.ts"

/** The progress of an action on its ruler; null for a waiting action and for an end without a ruler. */
export const rulerOf = ({ about, state, outcome }: CardNotice): { done: number; isBack: boolean } | null => {
  if (about === "rename") return null
  if (outcome !== null) return rulerOfOutcome(outcome.stage)
  return state === "sending" ? rulerOfOutcome("sending") : null
}
