import { tickOf } from "../../../../domain/values/presence.ts"

/** A day from one local midnight to the next, ms. */
export interface PresenceDay {
  readonly from: number
  readonly to: number
}

/** The latest days, today first. A day has 23 or 25 hours when clocks change. */
export const latestDays = (now: number, count: number): readonly PresenceDay[] => {
  const today = new Date(now)
  const midnight = (back: number) => new Date(today.getFullYear(), today.getMonth(), today.getDate() - back).getTime()
  return Array.from({ length: count }, (_, back) => ({ from: midnight(back), to: midnight(back - 1) }))
}

/** The presence ticks of a day, oldest first. A tick around midnight belongs to one day only. */
export const ticksOf = ({ from, to }: PresenceDay): readonly number[] => {
  const first = tickOf(from)
  return Array.from({ length: tickOf(to) - first }, (_, index) => first + index)
}
