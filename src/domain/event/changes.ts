import { LIST_MAX_ENTRIES } from "../values/limits.ts"
import type { LeftOut } from "../wire/items.ts"

/** UTF-16 units of JSON from which a reading is recorded as several events, so that each fits into a line of a log. */
const READING_PART_UNITS = 4 * 1024 * 1024
/** A list with no more entries is not measured: the ids and texts of an entry are bounded. */
const READING_PART_ENTRIES = 1_000

/**
 * The difference between a known list and one just read: whole new items, changed fields only, and the ids of removed
 * items.
 */
export interface Changes<Item> {
  readonly added: readonly Item[]
  readonly changed: readonly { readonly id: string; readonly fields: Partial<Item> }[]
  readonly removed: readonly string[]
}

export const hasChanges = ({ added, changed, removed }: Changes<unknown>): boolean =>
  added.length + changed.length + removed.length > 0

const same = (a: unknown, b: unknown): boolean =>
  Array.isArray(a) && Array.isArray(b)
    ? a.length === b.length && a.every((value, index) => Object.is(value, b[index]))
    : Object.is(a, b)

/**
 * Compares by `id`; of two items with one id the last counts. `keep` names the fields of a known item that are newer
 * than the read.
 */
export const changesBetween = <Item extends { readonly id: string }, Known extends Item = Item>(
  known: ReadonlyMap<string, Known>,
  read: readonly Item[],
  keep: (known: Known) => ReadonlySet<string> = () => new Set(),
): Changes<Item> => {
  const byId = new Map(read.map((item) => [item.id, item]))
  const added: Item[] = []
  const changed: { id: string; fields: Partial<Item> }[] = []
  for (const [id, item] of byId) {
    const before = known.get(id)
    if (before === undefined) added.push(item)
    else {
      const fields = changedFields(before, item, keep(before))
      if (Object.keys(fields).length > 0) changed.push({ id, fields })
    }
  }
  return { added, changed, removed: [...known.keys()].filter((id) => !byId.has(id)) }
}

/** The time when a read began, in ms of the wall clock and as a number of the log. */
export interface Begun {
  readonly begunAt: number
  /** Number of the last event before the read began; unset when the read began just now. */
  readonly begunSeq?: number
}

/**
 * Number of the last event before a read began, so that the read may show its effect. Only the log gives the order,
 * because the wall clock may be set.
 */
export const knownTo = ({ begunSeq }: Begun): number => begunSeq ?? Number.POSITIVE_INFINITY

/** The same for a recorded read. Earlier releases recorded no number, and a new log may have begun since. */
export const recordedKnown = ({ begunSeq }: Pick<Begun, "begunSeq">, seq: number): number =>
  Math.min(begunSeq ?? seq - 1, seq - 1)

/**
 * Adds the unreadable items of a read as they were known before: an item that cannot be read is not gone. Where an item
 * has no readable id, all known items stay.
 */
export const withLeftOut = <Item extends { readonly id: string }>(
  read: readonly Item[],
  known: ReadonlyMap<string, Item>,
  leftOut: LeftOut | undefined,
): readonly Item[] => {
  if (leftOut === undefined || leftOut.count === 0) return read
  const ids = new Set(read.map(({ id }) => id))
  const named = new Set(leftOut.ids)
  const kept = [...known.values()].filter(({ id }) => !ids.has(id) && (leftOut.unnamed || named.has(id)))
  return [...read, ...kept]
}

interface Within<Item> {
  readonly items: readonly Item[]
  readonly leftOut: LeftOut
}

/**
 * At most LIST_MAX_ENTRIES items of a list, the known ones first, so that a server with another order brings no
 * changes. The others count as left out.
 */
export const withinMost = <Item extends { readonly id: string }>(
  read: readonly Item[],
  known: { readonly has: (id: string) => boolean },
  leftOut: LeftOut = { count: 0, ids: [], unnamed: false },
): Within<Item> => {
  const beyond = read.length - LIST_MAX_ENTRIES
  if (beyond <= 0) return { items: read, leftOut }
  const [kept, others] = [read.filter(({ id }) => known.has(id)), read.filter(({ id }) => !known.has(id))]
  return {
    items: [...kept, ...others].slice(0, LIST_MAX_ENTRIES),
    leftOut: { ...leftOut, count: leftOut.count + beyond },
  }
}

/** The entries of a list in parts that fit into an event each: one for a short list, none for an empty one. */
export const partsOf = <Item>(items: readonly Item[]): readonly (readonly Item[])[] => {
  if (items.length <= READING_PART_ENTRIES) return items.length === 0 ? [] : [items]
  const parts: Item[][] = []
  let units = Number.POSITIVE_INFINITY
  for (const item of items) {
    units += JSON.stringify(item).length
    if (units > READING_PART_UNITS) {
      parts.push([])
      units = 0
    }
    parts.at(-1)?.push(item)
  }
  return parts
}

/** Changes in parts that fit into an event each. There is one part where they are few. */
export const changesInParts = <Item>(changes: Changes<Item>): readonly Changes<Item>[] => {
  const none: Changes<Item> = { added: [], changed: [], removed: [] }
  const removed = partsOf(changes.removed)
  const added = partsOf(changes.added)
  const changed = partsOf(changes.changed)
  if ([removed, added, changed].every((parts) => parts.length <= 1)) return [changes]
  return [
    ...removed.map((part) => ({ ...none, removed: part })),
    ...added.map((part) => ({ ...none, added: part })),
    ...changed.map((part) => ({ ...none, changed: part })),
  ]
}

/** True when the read began after the event `setSeq`, so it shows what that event set. */
export const readKnows = (known: number, setSeq: number): boolean => known >= setSeq

const changedFields = <Item extends object>(before: Item, after: Item, kept: ReadonlySet<string>): Partial<Item> => {
  const fields: Partial<Item> = {}
  for (const key in after) {
    if (!kept.has(key) && !same(before[key], after[key])) fields[key] = after[key]
  }
  return fields
}
