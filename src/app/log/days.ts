import type { LogIndex } from "./logIndex.ts"

/** The number of offered days. A person finds older ones on the time line. */
const DAYS_OFFERED = 31

/** A day of this computer's calendar, such as "2026-11-25". It begins at `from` and ends before `to`, ms. */
export interface CalendarDay {
  readonly id: string
  readonly from: number
  readonly to: number
}

const two = (value: number): string => String(value).padStart(2, "0")

const dayFrom = (year: number, month: number, date: number): CalendarDay => {
  const from = new Date(year, month, date)
  const id = `${from.getFullYear()}-${two(from.getMonth() + 1)}-${two(from.getDate())}`
  // A day may have 23 or 25 hours, so the calendar computes its end.
  return { id, from: from.getTime(), to: new Date(year, month, date + 1).getTime() }
}

const dayOf = (moment: number): CalendarDay => {
  const at = new Date(moment)
  return dayFrom(at.getFullYear(), at.getMonth(), at.getDate())
}

/** True for a span of time such as "1795744200000-1795746000000", ms. */
export const isPart = (id: string): boolean => /^\d{13}-\d{13}$/.test(id)

const partNamed = (id: string): CalendarDay | null => {
  const [from, to] = isPart(id) ? id.split("-").map(Number) : []
  return from === undefined || to === undefined || to <= from ? null : { id, from, to }
}

/** The day or the span of time that a text names; null for any other text. */
export const dayNamed = (id: string): CalendarDay | null => {
  const part = partNamed(id)
  if (part !== null) return part
  const [year, month, date] = /^\d{4}-\d\d-\d\d$/.test(id) ? id.split("-").map(Number) : []
  if (year === undefined || month === undefined || date === undefined) return null
  const day = dayFrom(year, month - 1, date)
  return day.id === id ? day : null
}

/** The last days with recorded events, newest first. */
export const daysOf = (index: LogIndex): readonly CalendarDay[] => {
  const days: CalendarDay[] = []
  let seq = index.last
  while (seq >= index.first && days.length < DAYS_OFFERED) {
    const day = dayOf(index.timeOf(seq))
    days.push(day)
    const before = index.seqAt(day.from - 1)
    if (before >= seq || index.timeOf(before) >= day.from) break
    seq = before
  }
  return days
}
