import type { DevicesState } from "../features/devices/state.ts"
import type { State } from "../product/state.ts"
import { PRESENCE_TICK_MS } from "../values/limits.ts"
import { tickOf } from "../values/presence.ts"
import { type FilterContext, statusIn } from "./deviceFilter.ts"
import { nearIn } from "./findDevices.ts"
import { type Absence, type ActKind, type FleetLog, fleetLogOf } from "./fleetLog.ts"
import { type Marks, marksNow, type PresenceSpan, SEEN, spans, ticksIn, UNSEEN } from "./fleetPresence.ts"
import { memo } from "./memo.ts"

/** The fleet over a day or a week: how many devices were online, and the events (PICTURE-1). */

/** The kinds of a mark, the most serious first. */
export const markKinds = ["outage", "update", "reboot", "wake"] as const satisfies readonly ("outage" | ActKind)[]
export type MarkKind = (typeof markKinds)[number]

interface Counts {
  readonly online: number
  readonly offline: number
  readonly unobserved: number
}

/** A part of the span, ms, and the number of devices that were in each state for most of it. */
export interface FleetBar extends Counts {
  readonly from: number
  readonly to: number
}

/** Events of one kind within a bar. */
export interface FleetMark {
  readonly kind: MarkKind
  /** The first of them, ms. */
  readonly at: number
  /** The time when the last device of an outage was back, ms. Null while one is away, and for other kinds. */
  readonly until: number | null
  readonly dids: readonly string[]
  /** True when a person did it in this browser. */
  readonly isOwn: boolean
}

export interface FleetInTime {
  readonly span: PresenceSpan
  readonly bars: readonly FleetBar[]
  /** For each bar, in the order of kinds. */
  readonly marks: readonly (readonly FleetMark[])[]
  /** The number of devices on the list. */
  readonly of: number
  /** Devices that were away at some time in a range of bars, both ends included, while this client looked. */
  readonly awayIn: (first: number, last: number) => readonly string[]
}

/** A range of bars, both ends included. */
export interface BarRange {
  readonly first: number
  readonly last: number
}

/** A time range, ms. Bars move on every half hour, and the range that a person chose stays. */
export interface TimeRange {
  readonly from: number
  readonly to: number
}

export const timeOfBars = ({ bars }: Pick<FleetInTime, "bars">, { first, last }: BarRange): TimeRange => ({
  from: bars[first]?.from ?? 0,
  to: bars[last]?.to ?? 0,
})

/** The bars whose middle is within a time range; null once the range has left the span. */
export const barsIn = ({ bars }: Pick<FleetInTime, "bars">, time: TimeRange): BarRange | null => {
  const isWithin = ({ from, to }: TimeRange): boolean => time.from <= (from + to) / 2 && (from + to) / 2 < time.to
  const first = bars.findIndex(isWithin)
  return first === -1 ? null : { first, last: bars.findLastIndex(isWithin) }
}

/** This many devices that went away within a minute of each other are an outage. */
const OUTAGE_DEVICES = 3
const OUTAGE_MS = 60_000
/** The present counts are updated this often, ms. */
const LOOKS_APART_MS = 60_000

/** Groups of devices that went away shortly one after the other. */
export const outagesOf = (absences: readonly Absence[]): readonly FleetMark[] => {
  const groups: Absence[][] = []
  for (const absence of absences.toSorted((a, b) => a.since - b.since)) {
    const before = groups.at(-1)
    const last = before?.at(-1)
    if (before !== undefined && last !== undefined && absence.since - last.since <= OUTAGE_MS) before.push(absence)
    else groups.push([absence])
  }
  return groups.flatMap((group): FleetMark[] => {
    const dids = [...new Set(group.map(({ did }) => did))]
    const [first] = group
    if (first === undefined || dids.length < OUTAGE_DEVICES) return []
    const until = group.reduce<number | null>(
      (latest, { back }) => (latest === null || back === null ? null : Math.max(latest, back)),
      0,
    )
    return [{ kind: "outage", at: first.since, until, dids, isOwn: false }]
  })
}

/** One mark for each kind of operation in a bar, and one for each outage. */
const marksOf = (log: FleetLog, bars: readonly FleetBar[]): FleetInTime["marks"] => {
  const outages = outagesOf(log.absences)
  return bars.map(({ from, to }) => {
    const isWithin = ({ at }: { readonly at: number }) => from <= at && at < to
    return markKinds.flatMap((kind): readonly FleetMark[] => {
      if (kind === "outage") return outages.filter(isWithin)
      const acts = log.acts.filter((act) => act.kind === kind && isWithin(act))
      if (acts.length === 0) return []
      const at = Math.min(...acts.map((act) => act.at))
      return [{ kind, at, until: null, dids: acts.map(({ did }) => did), isOwn: acts.some(({ isOwn }) => isOwn) }]
    })
  })
}

/**
 * The number of devices in each state for most of each bar; for the last bar, which has just begun, their present
 * state.
 */
const countsIn = (marks: Marks, span: PresenceSpan, now: Counts): readonly FleetBar[] => {
  const { bars, ticks } = spans[span]
  const online = new Uint32Array(bars)
  const offline = new Uint32Array(bars)
  for (const own of marks.of.values())
    for (let bar = 0; bar < bars; bar += 1) {
      let [seen, away] = [0, 0]
      for (let tick = bar * ticks; tick < (bar + 1) * ticks; tick += 1) {
        if (own[tick] === SEEN) seen += 1
        else if (own[tick] === UNSEEN) away += 1
      }
      if (seen + away === 0) continue
      const into = seen >= away ? online : offline
      into[bar] = (into[bar] ?? 0) + 1
    }
  return Array.from({ length: bars }, (_, bar) => {
    const from = (marks.first + bar * ticks) * PRESENCE_TICK_MS
    const [on = 0, off = 0] = [online[bar], offline[bar]]
    const to = from + ticks * PRESENCE_TICK_MS
    const past = { online: on, offline: off, unobserved: marks.of.size - on - off }
    return { from, to, ...(bar === bars - 1 ? now : past) }
  })
}

const countNow = (bound: DevicesState["bound"], around: Pick<FilterContext, "readAt" | "now" | "near">): Counts => {
  const counts = { online: 0, offline: 0, lastKnown: 0 }
  bound.forEach((device) => {
    counts[statusIn(around, device)] += 1
  })
  const { online, offline, lastKnown: unobserved } = counts
  return { online, offline, unobserved }
}

/** The fleet in time, computed again only when a device, the log or the present tick has changed. */
export const makeFleetInTime = (span: PresenceSpan, logged: Marks | null, log: FleetLog) => {
  const count = ticksIn(span)
  const { ticks } = spans[span]
  const marked = memo((bound: DevicesState["bound"], observed: readonly number[], last: number) =>
    marksNow(bound, observed, logged, last - count + 1, count),
  )
  const counted = memo(
    (
      marks: Marks,
      bound: DevicesState["bound"],
      readAt: number | null,
      now: number,
      near: FilterContext["near"],
    ): FleetInTime => {
      const own = fleetLogOf(log, bound)
      const bars = countsIn(marks, span, countNow(bound, { readAt, now, near }))
      const awayIn = (first: number, last: number) => {
        const [begins, ends] = [bars[first]?.from ?? 0, bars[last]?.to ?? 0]
        const away = new Set<string>()
        for (const [did, seen] of marks.of)
          if (seen.subarray(first * ticks, (last + 1) * ticks).includes(UNSEEN)) away.add(did)
        for (const { did, since, back } of own.absences)
          if (since < ends && (back === null || back > begins)) away.add(did)
        return [...away]
      }
      return { span, bars, marks: marksOf(own, bars), of: bound.size, awayIn }
    },
  )
  return (state: State, now: number): FleetInTime => {
    const { bound, observedTicks, read } = state.devices
    const minute = Math.floor(now / LOOKS_APART_MS) * LOOKS_APART_MS
    return counted(marked(bound, observedTicks, tickOf(now)), bound, read.at, minute, nearIn(state))
  }
}
