import type { CardNotice } from "../../../domain/views/devices.ts"
import { rulerOfOutcome } from "../../i18n/outcomeText.ts"

/** How far an action has come on its ruler; null where no ruler says anything: it waits, or its end is another. */
export const rulerOf = ({ about, state, outcome }: CardNotice): { done: number; isBack: boolean } | null => {
  if (about === "rename") return null
  if (outcome !== null) return rulerOfOutcome(outcome.stage)
  return state === "sending" ? rulerOfOutcome("sending") : null
}
