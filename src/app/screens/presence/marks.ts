import type { FleetPresence } from "../../../domain/views/fleetPresence.ts"

export type Times = Pick<FleetPresence, "span" | "from" | "to">

interface Mark {
  /** ms since 1970. */
  readonly at: number
  /** The position as a share of the axis. */
  readonly place: number
}

const HOURS_APART = { day: 4, week: 24 }

/**
 * The beginnings of whole hours, or of days in a week, by the local clock. Hours are counted from midnight, because
 * clocks may change in between. Where a day has no midnight, it begins at one o'clock.
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
