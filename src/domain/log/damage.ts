import type { StoredEvent } from "../event/event.ts"
import type { DamageProblem } from "../features/diagnostics/feature.ts"
import { LOG_GAP_MAX } from "../values/limits.ts"

/**
 * The events that a base keeps beside its state, for a reader that cannot read the state or must not show it. They
 * rebuild the part of the state that must not be lost.
 */
export const keptIn = (state: unknown): readonly StoredEvent[] => {
  const kept: unknown = typeof state === "object" && state !== null ? Reflect.get(state, "kept") : undefined
  return Array.isArray(kept) ? kept : []
}

/** The id by which a reader recognizes a stand-in. */
export const standInId = (seq: number): string => `aside.${seq}`

/** The replacement for an event that is gone or unreadable, so that the sequence has no gap. */
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
  /** Keys that are not sequence numbers of this log. */
  readonly odd: readonly unknown[]
  /** Missing sequence numbers between existing rows. */
  readonly missing: readonly Range[]
  /** The first and the last sequence number; without any row, `first` is `after + 1` and `last` is `after`. */
  readonly first: number
  readonly last: number
}

/**
 * Checks the keys of a log whose events up to `after` are elsewhere or pruned. `keys` come in the order of IndexedDB:
 * numbers first, ascending. A key behind a gap longer than `LOG_GAP_MAX` is damaged. `atFront`: the log may begin at
 * any key, because nothing is known of the events before it.
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

/** The counts of structural faults. */
export interface Mended {
  readonly missing: number
  readonly odd: number
}
export const NOTHING_MENDED: Mended = { missing: 0, odd: 0 }
/** An event with a valid sequence number that cannot be read or folded. */
export interface UnreadEvent {
  readonly seq: number
  readonly type: string | null
  readonly problem: Exclude<DamageProblem, "missing">
}

/** All damage found when a log was read. */
export interface LogDamage extends Mended {
  readonly unread: readonly UnreadEvent[]
  /** True when a snapshot was useless. */
  readonly snapshot: boolean
}
export const NO_DAMAGE: LogDamage = { ...NOTHING_MENDED, unread: [], snapshot: false }

export const isSound = ({ unread, missing, odd, snapshot }: LogDamage): boolean =>
  unread.length + missing + odd === 0 && !snapshot

/** True when one of the events reports damage of the log. */
export const tellDamage = (events: readonly StoredEvent[]): boolean => events.some(({ type }) => type === "DamageFound")

export const bothMended = (one: Mended, other: Mended): Mended => ({
  missing: one.missing + other.missing,
  odd: one.odd + other.odd,
})

export const countOf = (ranges: readonly Range[]): number => ranges.reduce((sum, [from, to]) => sum + to - from + 1, 0)
