import type { FleetPresence } from "../../../domain/views/fleetPresence.ts"

export type Times = Pick<FleetPresence, "span" | "from" | "to">

interface Mark {
  /** ms since 1970. */
  readonly at: number
  /** A share of the axis. */
  readonly place: number
}

const HOURS_APART = { day: 4, week: 24 }

/**
 * Where whole hours, or in a week the days, begin by the clocks here. Hours are counted from midnight on, because clocks may change in
 * between, and a day begins at one where there is no midnight.
 */
export const marksOf = ({ span, from, to }: Times): readonly Mark[] => {
  const first = new Date(from)
  const marks: Mark[] = []
  for (let hours = 0; ; hours += HOURS_APART[span]) {
    const at = new Date(first.getFullYear(), first.getMonth(), first.getDate(), hours).getTime()
    const place = (at - from) / (to - from)
    if (at >= to) return marks
    if (place >= 0) marks.push({ at, place })
  }
}
