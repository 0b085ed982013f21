import type { Bound } from "../cloud/state.ts"

/** Presence of demo devices in the two weeks before: the typical use of each. */

const HOUR = 60 * 60_000
const DAY = 24 * HOUR
const DAYS = 14

type Span = readonly [from: number, to: number]

/** Hours of a day (UTC) in which a device is on. Days count back from today, which is 0. */
type Use = (day: number, weekday: number) => readonly Span[]

const always: Use = () => [[0, 24]]
/** Includes a night with a power outage. */
const withOutage: Use = (day) =>
  day === 4
    ? [
        [0, 1.5],
        [6, 24],
      ]
    : [[0, 24]]
const atWork: Use = (_, weekday) => (weekday === 0 || weekday === 6 ? [] : [[7.5, 18]])
const evenings: Use = (day) => [[15 + (day % 3), 23.5]]
const nights: Use = (day) => [
  [0, 5 + (day % 2)],
  [19, 24],
]

const uses: Readonly<Record<string, Use>> = {
  "Control room A": always,
  "Lecture hall 2": atWork,
  "Observatory dome": nights,
  "Workshop bench": atWork,
  "Warehouse north": always,
  "Edit suite": withOutage,
  "Front desk": atWork,
  "Loading dock": evenings,
  "放送スタジオ 3": evenings,
  "Mezzanine projection booth, left": nights,
  "Mixing desk": withOutage,
}

/** Shortest presence of a device that is online now, ms. */
const AT_LEAST_MS = 2 * HOUR

/** 0 is Sunday; 1970 began on a Thursday. */
const weekdayOf = (at: number): number => (Math.floor(at / DAY) + 4) % 7

const joined = (spans: readonly Span[]): readonly Span[] => {
  const made: [number, number][] = []
  for (const [from, to] of spans.toSorted(([a], [b]) => a - b)) {
    const last = made.at(-1)
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to)
    else made.push([from, to])
  }
  return made
}

/** Spans up to the last presence of the device. None for a device that is not in the demo. */
export const presenceOf = ({ name, lastSeen }: Bound, now: number): Pick<Bound, "heard"> => {
  const use = uses[name]
  if (use === undefined) return {}
  const midnight = now - (now % DAY)
  const since = now - DAYS * DAY
  const spans = Array.from({ length: DAYS + 1 }, (_, day) => {
    const begins = midnight - day * DAY
    return use(day, weekdayOf(begins)).map(([from, to]): Span => [begins + from * HOUR, begins + to * HOUR])
  }).flat()
  const clipped = [...spans, [lastSeen - AT_LEAST_MS, lastSeen] as const]
    .map(([from, to]): Span => [Math.max(from, since), Math.min(to, lastSeen)])
    .filter(([from, to]) => from < to)
  return { heard: joined(clipped) }
}
