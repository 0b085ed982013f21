import type { Bar } from "../../../domain/views/fleetPresence.ts"

const pathOf = (bars: readonly Bar[], wanted: Bar["presence"]): string =>
  bars.map(({ presence }, place) => (presence === wanted ? `M${place} 0h.8v1h-.8z` : "")).join("")

/** A row of the map: away is bright, seen is low, and what was not observed is empty. */
export const HeatStrip = ({ bars, label }: { readonly bars: readonly Bar[]; readonly label: string }) => (
  <svg className="heat" viewBox={`0 0 ${bars.length} 1`} preserveAspectRatio="none" role="img" aria-label={label}>
    <path d={pathOf(bars, "seen")} />
    <path className="away" d={pathOf(bars, "unseen")} />
  </svg>
)
