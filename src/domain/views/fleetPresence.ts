import type { DevicesState } from "../features/devices/state.ts"
import type { RecordedEvent } from "../product/events.ts"
import type { State } from "../product/state.ts"
import type { AccountKey } from "../values/identity.ts"
import { PRESENCE_TICK_MS } from "../values/limits.ts"
import { tickOf } from "../values/presence.ts"
import { boundIn } from "./allDevices.ts"
import { seenBefore } from "./deviceFacts.ts"
import { NO_FILTER } from "./deviceFilter.ts"
import type { PresenceTick } from "./devices.ts"
import { type CompareNames, makeDeviceFinder } from "./findDevices.ts"
import { memo } from "./memo.ts"

/**
 * The times when each device of an account was seen, over a day or a week, as far as this client looked (PICTURE-2).
 */

/** The number of bars of a span, and of presence ticks in a bar. The last tick is now. */
export const spans = { day: { bars: 48, ticks: 1 }, week: { bars: 84, ticks: 4 } } as const
export type PresenceSpan = keyof typeof spans

export const ticksIn = (span: PresenceSpan): number => spans[span].bars * spans[span].ticks

/** The states of a tick. A later one overrides an earlier one. */
const kinds = ["unobserved", "unseen", "seen"] as const satisfies readonly PresenceTick[]
export const [UNSEEN, SEEN] = [1, 2]

/** Marks for the ticks from `first` on: when this client looked, and for each device by id. */
export interface Marks {
  readonly first: number
  readonly looked: Uint8Array
  readonly of: Map<string, Uint8Array>
}

export const noMarks = (first: number, count: number): Marks => ({
  first,
  looked: new Uint8Array(count),
  of: new Map(),
})

/** Marks of a week up to now, to be filled from the log. */
export const weekOfMarks = (now: number): Marks => noMarks(tickOf(now) - ticksIn("week") + 1, ticksIn("week"))

const marksOf = ({ looked, of }: Marks, did: string): Uint8Array => {
  const known = of.get(did) ?? new Uint8Array(looked.length)
  of.set(did, known)
  return known
}

const mark = (marks: Uint8Array, place: number, kind: number): void => {
  if (place >= 0 && place < marks.length) marks[place] = Math.max(marks[place] ?? 0, kind)
}

/** Adds the presence of the account's devices in an event of the log. Events may come in any order. */
export const markEvent = (marks: Marks, event: RecordedEvent, account: AccountKey): void => {
  if (event.type !== "DevicesRead" || event.payload.account !== account) return
  const { at, payload } = event
  const placeOf = (moment: number) => tickOf(moment) - marks.first
  mark(marks.looked, placeOf(at), UNSEEN)
  for (const [did, lastSeen] of payload.seen) mark(marksOf(marks, did), placeOf(lastSeen), SEEN)
  for (const { id, lastSeen, heard = [] } of payload.added) {
    const own = marksOf(marks, id)
    mark(own, placeOf(lastSeen), SEEN)
    for (const fact of seenBefore(heard, at)) mark(own, placeOf(fact.at), fact.kind === "seen" ? SEEN : UNSEEN)
  }
}

/** The marks of the devices on the list: from the log, and from the state, which holds the last day. */
export const marksNow = (
  bound: DevicesState["bound"],
  observedTicks: DevicesState["observedTicks"],
  logged: Marks | null,
  first: number,
  count: number,
): Marks => {
  const now = noMarks(first, count)
  const take = (into: Uint8Array, from: Uint8Array | undefined) => {
    from?.forEach((kind, place) => {
      mark(into, place + (logged?.first ?? first) - first, kind)
    })
  }
  take(now.looked, logged?.looked)
  for (const tick of observedTicks) mark(now.looked, tick - first, UNSEEN)
  for (const [did, { seenTicks, heardFrom, addedAt }] of bound) {
    const own = now.looked.slice()
    now.of.set(did, own)
    take(own, logged?.of.get(did))
    for (const tick of seenTicks) mark(own, tick - first, SEEN)
    if (heardFrom === undefined) continue
    for (let tick = Math.max(first, heardFrom); tick <= tickOf(addedAt); tick += 1) mark(own, tick - first, UNSEEN)
  }
  return now
}

/** The presence of a device over a span, in ticks. */
export interface Measure {
  readonly seen: number
  readonly looked: number
  /** The longest absence of the device while this client looked, in ticks; null for none. */
  readonly gap: { readonly from: number; readonly to: number } | null
}

const measureOf = (marks: Uint8Array, first: number): Measure => {
  let [seen, looked, begins] = [0, 0, 0]
  let gap: Measure["gap"] = null
  marks.forEach((kind, place) => {
    if (kind > 0) looked += 1
    if (kind === SEEN) seen += 1
    if (kind !== UNSEEN) begins = place + 1
    else if (gap === null || place + 1 - begins > gap.to - gap.from)
      gap = { from: first + begins, to: first + place + 1 }
  })
  return { seen, looked, gap }
}

/** A bar of a strip, with its first and last tick. */
export interface Bar {
  readonly from: number
  readonly to: number
  readonly presence: PresenceTick
}

/** A bar is short where the device was away for more than half of the observed ticks. */
export const barsOf = (ticks: readonly PresenceTick[], first: number, size: number): readonly Bar[] =>
  Array.from({ length: Math.ceil(ticks.length / size) }, (_, bar) => {
    const own = ticks.slice(bar * size, (bar + 1) * size)
    const seen = own.filter((tick) => tick === "seen").length
    const looked = own.filter((tick) => tick !== "unobserved").length
    const presence = looked === 0 ? "unobserved" : seen * 2 >= looked ? "seen" : "unseen"
    return { from: first + bar * size, to: first + bar * size + own.length, presence }
  })

/** The devices of a span, and the presence of each. */
export interface FleetPresence {
  readonly span: PresenceSpan
  /** The start of the first tick of the span, and the end of the last, ms. */
  readonly from: number
  readonly to: number
  /** The devices that match a search: least seen first, unobserved ones last, else by name. */
  readonly ids: readonly string[]
  /** The number of devices on the list. */
  readonly of: number
  /** Totals of the matching devices, in ticks. */
  readonly seen: number
  readonly looked: number
  /** Ticks in which this client looked at any of them. */
  readonly observed: number
  readonly withGap: number
  readonly measure: (did: string) => Measure
  readonly bars: (did: string) => readonly Bar[]
}

const UNKNOWN: Measure = { seen: 0, looked: 0, gap: null }
const shareIn = ({ seen, looked }: Measure): number => (looked === 0 ? 2 : seen / looked)

const pictureOf = (ids: readonly string[], of: number, marks: Marks, span: PresenceSpan): FleetPresence => {
  const { first } = marks
  const measures = new Map(ids.map((did) => [did, measureOf(marks.of.get(did) ?? new Uint8Array(), first)]))
  const measure = (did: string): Measure => measures.get(did) ?? UNKNOWN
  const all = [...measures.values()]
  const sum = (part: (one: Measure) => number) => all.reduce((total, one) => total + part(one), 0)
  return {
    span,
    from: first * PRESENCE_TICK_MS,
    to: (first + marks.looked.length) * PRESENCE_TICK_MS,
    ids: ids.toSorted((a, b) => shareIn(measure(a)) - shareIn(measure(b))),
    of,
    seen: sum(({ seen }) => seen),
    looked: sum(({ looked }) => looked),
    observed: all.reduce((most, { looked }) => Math.max(most, looked), 0),
    withGap: all.filter(({ gap }) => gap !== null).length,
    measure,
    bars: (did) => {
      const ticks = Array.from(marks.of.get(did) ?? [], (kind) => kinds[kind] ?? "unobserved")
      return barsOf(ticks, first, spans[span].ticks)
    },
  }
}

/** The presence of all devices, computed again only when a device, the log or the present tick has changed. */
export const makeFleetPresence = (compare: CompareNames, span: PresenceSpan, logged: Marks | null, search: string) => {
  const find = makeDeviceFinder(compare)
  // Presence is of the account: of a device of this network alone there is none.
  const query = { ...NO_FILTER, kinds: ["cloud"], search, sort: "name", reversed: false } as const
  const count = ticksIn(span)
  const marked = memo((bound: DevicesState["bound"], observed: readonly number[], last: number) =>
    marksNow(bound, observed, logged, last - count + 1, count),
  )
  const picture = memo(pictureOf)
  return (state: State, now: number): FleetPresence => {
    const { ids } = find(state, now, query)
    const { bound, observedTicks } = state.devices
    return picture(ids, boundIn(state).size, marked(bound, observedTicks, tickOf(now)), span)
  }
}
