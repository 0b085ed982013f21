import { definitionOf } from "../actions/table.ts"
import { NOT_BACK_SHOWN_MS, ONLINE_WINDOW_MS, OUTCOME_SHOWN_MS } from "../values/limits.ts"
import { tickOf } from "../values/presence.ts"
import type { DeviceFact } from "./deviceFacts.ts"
import { effectOf, type HistoryEntry, historyEntries } from "./historyEntries.ts"

export interface DeviceHistory {
  /** Newest first. */
  readonly entries: readonly HistoryEntry[]
  /** Presence ticks. */
  readonly seen: ReadonlySet<number>
  readonly looked: ReadonlySet<number>
}

/** The facts in the order of the log as a history: each action with its outcome, presence as going and coming back. */
export const historyOf = (facts: readonly DeviceFact[], now: number): DeviceHistory => {
  const entries = historyEntries(facts)
  const timesOf = (kind: "looked" | "seen" | "found") => facts.flatMap((fact) => (fact.kind === kind ? [fact.at] : []))
  const [seen, found, looks] = [timesOf("seen"), timesOf("found"), timesOf("looked")]
  const lastLook = Math.max(...looks)
  return {
    entries: [...entries.map((entry) => withSign(entry, seen, found, lastLook)), ...comings(seen, now)].sort(
      laterFirst,
    ),
    seen: new Set(seen.map(tickOf)),
    looked: new Set(looks.map(tickOf)),
  }
}

const laterFirst = (a: HistoryEntry, b: HistoryEntry): number => {
  const [of, than] = [effectOf(a), effectOf(b)]
  return than.at - of.at || than.seq - of.seq
}

/** Adds the first sign of the device after a reboot, or after a wake while it was away, or that there was none. */
const withSign = (
  entry: HistoryEntry,
  seen: readonly number[],
  found: readonly number[],
  lastLook: number,
): HistoryEntry => {
  if (entry.kind !== "asked" || entry.outcome?.state !== "confirmed") return entry
  const { cardNotice } = definitionOf(entry.intent).messages
  if (cardNotice !== "reboot" && cardNotice !== "wake") return entry
  const { at } = entry.outcome
  const after = Math.min(...[...seen, ...found].filter((sign) => sign > at))
  const before = Math.max(...seen.filter((seen) => seen <= at))
  const tells = cardNotice === "reboot" || at - before > ONLINE_WINDOW_MS
  if (!tells) return entry
  const isMissing = after === Number.POSITIVE_INFINITY && lastLook - at >= OUTCOME_SHOWN_MS
  return after - at < NOT_BACK_SHOWN_MS ? { ...entry, seenAt: after } : { ...entry, isMissing }
}

/** Entries for the times when a device was silent for longer than an online device may be, and was seen again. */
const comings = (seen: readonly number[], now: number): readonly HistoryEntry[] => {
  const moments = [...seen, now].sort((a, b) => a - b)
  return moments.flatMap((at, index): readonly HistoryEntry[] => {
    const before = moments[index - 1]
    if (before === undefined || at - before <= ONLINE_WINDOW_MS) return []
    const away: HistoryEntry = { kind: "away", seq: 0, at: before + ONLINE_WINDOW_MS }
    return index === moments.length - 1 ? [away] : [away, { kind: "back", seq: 0, at, awayFor: at - before }]
  })
}
