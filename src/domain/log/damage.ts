import type { StoredEvent } from "../event/event.ts"
import type { DamageProblem } from "../features/diagnostics/feature.ts"
import { LOG_GAP_MAX } from "../values/limits.ts"

/**
 * The events that a base keeps beside its state: they lead to what must not be lost of it, for a reader that cannot read the
 * state or must not show it.
 */
export const keptIn = (state: unknown): readonly StoredEvent[] => {
  const kept: unknown = typeof state === "object" && state !== null ? Reflect.get(state, "kept") : undefined
  return Array.isArray(kept) ? kept : []
}

/** A stand-in is known by its name. */
export const standInId = (seq: number): string => `aside.${seq}`

/** Takes the place of an event that is gone or cannot be read, so that the sequence stays without a gap. */
export const standIn = (seq: number, type: string | null, problem: DamageProblem): StoredEvent => ({
  seq,
  id: standInId(seq),
  type: "EventSetAside",
  v: 1,
  at: 0,
  account: null,
  tab: "",
  cause: null,
  payload: { type, problem },
})

export const standIns = (from: number, to: number): readonly StoredEvent[] =>
  Array.from({ length: to - from + 1 }, (_, index) => standIn(from + index, null, "missing"))

export type Range = readonly [from: number, to: number]

export interface Survey {
  /** Keys that are no sequence numbers of this log. */
  readonly odd: readonly unknown[]
  /** Sequence numbers without a row, between rows that are there. */
  readonly missing: readonly Range[]
  /** The first and the last sequence number; `after` and one less when there is none. */
  readonly first: number
  readonly last: number
}

/**
 * Looks at the keys of a log whose events up to `after` are elsewhere or pruned. `keys` come in the order of IndexedDB:
 * numbers first, rising. What lies behind a longer gap than `LOG_GAP_MAX` has a damaged key. `atFront`: nothing is
 * known of the events up to the first key, so that it may be any.
 */
export const survey = (keys: Iterable<unknown>, after: number, atFront: boolean): Survey => {
  const odd: unknown[] = []
  const missing: Range[] = []
  let first: number | undefined
  let last = after
  for (const key of keys) {
    if (typeof key !== "number" || !Number.isSafeInteger(key) || key <= last) odd.push(key)
    else if (first === undefined && atFront) last = first = key
    else if (key - last - 1 > LOG_GAP_MAX) odd.push(key)
    else {
      first ??= key
      if (key > last + 1) missing.push([last + 1, key - 1])
      last = key
    }
  }
  return { odd, missing, first: first ?? after + 1, last }
}

/** What was wrong with the structure, in figures. */
export interface Mended {
  readonly missing: number
  readonly odd: number
}
export const NOTHING_MENDED: Mended = { missing: 0, odd: 0 }
/** An event that is in its place and cannot be read or folded. */
export interface UnreadEvent {
  readonly seq: number
  readonly type: string | null
  readonly problem: Exclude<DamageProblem, "missing">
}

/** All that was wrong with a log when it was read. */
export interface LogDamage extends Mended {
  readonly unread: readonly UnreadEvent[]
  /** Whether a snapshot was of no use. */
  readonly snapshot: boolean
}
export const NO_DAMAGE: LogDamage = { ...NOTHING_MENDED, unread: [], snapshot: false }

export const isSound = ({ unread, missing, odd, snapshot }: LogDamage): boolean =>
  unread.length + missing + odd === 0 && !snapshot

/** Whether one of them reports what was wrong with the log. */
export const tellDamage = (events: readonly StoredEvent[]): boolean => events.some(({ type }) => type === "DamageFound")

export const bothMended = (one: Mended, other: Mended): Mended => ({
  missing: one.missing + other.missing,
  odd: one.odd + other.odd,
})

export const countOf = (ranges: readonly Range[]): number => ranges.reduce((sum, [from, to]) => sum + to - from + 1, 0)
