import type { Intent } from "../actions/table.ts"
import { definitionOf } from "../actions/table.ts"
import type { Spans } from "../features/devices/events.ts"
import type { RefusedReason } from "../outbox/events.ts"
import type { RecordedEvent } from "../product/events.ts"
import { knownBuild } from "../values/firmware.ts"
import { HEARD_MS, NOT_BACK_SHOWN_MS, ONLINE_WINDOW_MS, PRESENCE_TICK_MS } from "../values/limits.ts"
import { tickOf } from "../values/presence.ts"
import type { ActionState } from "./outbox.ts"

/** What one event of the log says of one device (DEVICE-14). Far smaller than the event, so that days of them are kept. */
export type DeviceFact =
  | { readonly kind: "looked"; readonly at: number }
  | { readonly kind: "seen"; readonly at: number }
  | { readonly kind: "added" | "removed"; readonly seq: number; readonly at: number }
  | { readonly kind: "renamed"; readonly seq: number; readonly at: number; readonly name: string }
  | { readonly kind: "updated"; readonly seq: number; readonly at: number; readonly build: number }
  | ({ readonly kind: "asked"; readonly seq: number; readonly at: number; readonly action: string } & Asked)
  | ({ readonly kind: "moved"; readonly seq: number; readonly at: number; readonly action: string } & Outcome)

interface Asked {
  readonly intent: Intent
  readonly subject: string
  readonly before: string | null
}

export interface Outcome {
  readonly state: ActionState
  readonly reason: RefusedReason | null
}

export type HistoryEntry =
  | ({
      readonly kind: "asked"
      readonly seq: number
      readonly at: number
      readonly outcome: (Outcome & { readonly at: number }) | null
      /** When the device was seen after it was told to restart or to wake, ms; null when it was not, or when that tells nothing. */
      readonly seenAt: number | null
    } & Asked)
  | { readonly kind: "renamed"; readonly seq: number; readonly at: number; readonly name: string }
  | { readonly kind: "updated"; readonly seq: number; readonly at: number; readonly build: number }
  | { readonly kind: "added" | "removed" | "away"; readonly seq: number; readonly at: number }
  | { readonly kind: "back"; readonly seq: number; readonly at: number; readonly awayFor: number }

export interface DeviceHistory {
  /** Newest first. */
  readonly entries: readonly HistoryEntry[]
  /** Presence ticks. */
  readonly seen: ReadonlySet<number>
  readonly looked: ReadonlySet<number>
}

/** What an event says of a device; most say nothing. */
export const factsOf = (event: RecordedEvent, did: string): readonly DeviceFact[] => {
  switch (event.type) {
    case "DevicesRead":
      return factsOfReading(event, did)
    case "ActionQueued": {
      const { action, intent, subject, before } = event.payload
      const about = definitionOf(intent).about(intent)
      if (about.kind !== "device" || about.id !== did) return []
      return [{ kind: "asked", seq: event.seq, at: event.at, action, intent, subject, before }]
    }
    case "ActionClaimed":
      return moved(event, "sending")
    case "ActionDelayed":
      return moved(event, "waiting")
    case "ActionConfirmed":
      return moved(event, "confirmed")
    case "ActionRefused":
      return moved(event, "refused", event.payload.reason)
    case "ActionUnconfirmed":
      return moved(event, "unconfirmed")
    case "ActionExpired":
      return moved(event, "expired")
    case "ActionCancelled":
      return moved(event, "cancelled")
    case "ActionSuperseded":
      return moved(event, "superseded")
    default:
      return []
  }
}

type Moving = Extract<RecordedEvent, { readonly payload: { readonly action: string } }>

const moved = (
  { seq, at, payload: { action } }: Moving,
  state: ActionState,
  reason: RefusedReason | null = null,
): readonly DeviceFact[] => [{ kind: "moved", seq, at, action, state, reason }]

const factsOfReading = (
  { seq, at, payload }: Extract<RecordedEvent, { type: "DevicesRead" }>,
  did: string,
): readonly DeviceFact[] => {
  const { added, changed, removed, seen } = payload
  const facts: DeviceFact[] = [{ kind: "looked", at }]
  const came = added.find(({ id }) => id === did)
  if (came !== undefined) {
    facts.push({ kind: "added", seq, at }, ...heardBefore(came.heard ?? [], at))
    if (came.lastSeen > 0) facts.push({ kind: "seen", at: came.lastSeen })
  }
  const fields = changed.find(({ id }) => id === did)?.fields
  if (fields?.name !== undefined) facts.push({ kind: "renamed", seq, at, name: fields.name })
  const build = fields?.build === undefined ? null : knownBuild(fields.build)
  if (build !== null && build !== undefined) facts.push({ kind: "updated", seq, at, build })
  const last = seen.find(([id]) => id === did)
  if (last !== undefined) facts.push({ kind: "seen", at: last[1] })
  if (removed.includes(did)) facts.push({ kind: "removed", seq, at })
  return facts
}

/** What the server told of a new device: it looked all the time, and heard it in these spans. */
const heardBefore = (heard: Spans, at: number): readonly DeviceFact[] => {
  const [first] = heard
  if (first === undefined) return []
  const facts: DeviceFact[] = []
  const oldest = tickOf(at - HEARD_MS)
  for (let tick = Math.max(oldest, tickOf(first[0])); tick <= tickOf(at); tick += 1) {
    const begins = tick * PRESENCE_TICK_MS
    facts.push({ kind: "looked", at: begins })
    for (const [from, to] of heard) {
      if (tickOf(from) > tick || tickOf(to) < tick) continue
      facts.push({ kind: "seen", at: Math.max(begins, from) })
      if (tickOf(to) === tick) facts.push({ kind: "seen", at: to })
    }
  }
  return facts
}

/** The facts in the order of the log as a history: each action with what became of it, presence as coming and going. */
export const historyOf = (facts: readonly DeviceFact[], now: number): DeviceHistory => {
  const entries: HistoryEntry[] = []
  const places = new Map<string, number>()
  for (const fact of facts) {
    if (fact.kind === "looked" || fact.kind === "seen") continue
    if (fact.kind === "asked") {
      const { action, ...asked } = fact
      places.set(action, entries.length)
      entries.push({ ...asked, outcome: null, seenAt: null })
    } else if (fact.kind === "moved") {
      const place = places.get(fact.action)
      const entry = place === undefined ? undefined : entries[place]
      if (place === undefined || entry?.kind !== "asked") continue
      entries[place] = { ...entry, outcome: { state: fact.state, reason: fact.reason, at: fact.at } }
    } else entries.push(fact)
  }
  const sightings = facts.flatMap((fact) => (fact.kind === "seen" ? [fact.at] : []))
  const looked = facts.flatMap((fact) => (fact.kind === "looked" ? [tickOf(fact.at)] : []))
  return {
    entries: [...entries.map((entry) => withSign(entry, sightings)), ...comings(sightings, now)].sort(
      (a, b) => b.at - a.at || b.seq - a.seq,
    ),
    seen: new Set(sightings.map(tickOf)),
    looked: new Set(looked),
  }
}

/** What came of a reboot, or of a wake while the device was away: the first sign of it afterwards. */
const withSign = (entry: HistoryEntry, sightings: readonly number[]): HistoryEntry => {
  if (entry.kind !== "asked" || entry.outcome?.state !== "confirmed") return entry
  const { cardNotice } = definitionOf(entry.intent).messages
  if (cardNotice !== "reboot" && cardNotice !== "wake") return entry
  const { at } = entry.outcome
  const after = Math.min(...sightings.filter((seen) => seen > at))
  const before = Math.max(...sightings.filter((seen) => seen <= at))
  const isSign = after - at < NOT_BACK_SHOWN_MS && (cardNotice === "reboot" || at - before > ONLINE_WINDOW_MS)
  return isSign ? { ...entry, seenAt: after } : entry
}

/** Where a device fell silent for longer than it may be while online, and when it was seen again. */
const comings = (sightings: readonly number[], now: number): readonly HistoryEntry[] => {
  const moments = [...sightings, now].sort((a, b) => a - b)
  return moments.flatMap((at, index): readonly HistoryEntry[] => {
    const before = moments[index - 1]
    if (before === undefined || at - before <= ONLINE_WINDOW_MS) return []
    const away: HistoryEntry = { kind: "away", seq: 0, at: before + ONLINE_WINDOW_MS }
    return index === moments.length - 1 ? [away] : [away, { kind: "back", seq: 0, at, awayFor: at - before }]
  })
}
