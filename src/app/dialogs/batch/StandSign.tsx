import type { BatchStand } from "../../../domain/views/batchNotice.ts"
import type { ItemFacts } from "../../../domain/views/batchOutcome.ts"
import { rulerOfOutcome } from "../../i18n/outcomeText.ts"
import { Glyph } from "../../ui/Glyph.tsx"
import { OutcomeRuler } from "../../ui/OutcomeRuler.tsx"
import { standGlyph } from "./words.ts"

/** How a device of a batch stands: its ruler where the server has taken a wake or a reboot, as on its card; else a sign. */
export const StandSign = ({ stand, facts }: { readonly stand: BatchStand; readonly facts: ItemFacts }) => {
  if (stand.state !== "confirmed" || facts.power === null) return <Glyph name={standGlyph(stand)} />
  const ruler = rulerOfOutcome(facts.outcome?.stage ?? "taken")
  return ruler.isBack ? <Glyph name="confirmed" /> : <OutcomeRuler {...ruler} />
}
