import type { Table } from "dexie"
import type { StoredEvent } from "../../domain/event/event.ts"
import {
  bothMended,
  countOf,
  type Mended,
  NOTHING_MENDED,
  type Range,
  standInId,
  standIns,
  survey,
} from "../../domain/log/damage.ts"
import type { Base, StandIns } from "../../domain/ports/eventStore.ts"
import { type LogExtent, lostBase, missingAtEnd, refuseBase } from "../../domain/ports/storeRules.ts"
import { SEGMENT_EVENTS } from "../../domain/values/limits.ts"
import { BASE, firstGeneration, type LogTables, MARK, newGeneration } from "./database.ts"
import { eventsOf, lastSeq, sealedEvents } from "./history.ts"
import { baseSeq, keysOf, newestSnapshot } from "./wholeness.ts"

/**
 * Mends the sequence of a log and prunes its front. All of it runs inside a transaction on all tables. Its code is
 * fetched before that begins, because a log rarely needs it.
 */

/**
 * Mends the sequence: sets odd rows aside and fills gaps with stand-ins. It reads every segment, so it costs as much as
 * folding the whole log.
 */
export const mend = async (tables: LogTables, extent: LogExtent): Promise<void> => {
  const base = await baseSeq(tables)
  const keys = await keysOf(tables)
  const froms = survey(keys.froms, base, true)
  const hasHistory = keys.froms.length > froms.odd.length
  const sealedTo = hasHistory ? await endOf(tables, froms.last) : base
  const hot = survey(keys.hot, sealedTo, !hasHistory)
  const hasHot = keys.hot.length > hot.odd.length
  const starts = await startsOf(tables, froms.odd)
  let missing = 0
  for (const [index, from] of starts.entries())
    missing += await mendSegment(tables, from, (starts[index + 1] ?? sealedTo + 1) - 1)
  await setOddAside(tables, tables.events, ({ seq }) => seq, hot.odd)
  await setOddAside(tables, tables.segments, ({ from }) => from, froms.odd)
  const first = starts[0] ?? hot.first
  const lost = first - 1 - base
  if (lost > 0) await tables.bases.put({ id: BASE, ...lostBase(first - 1) })
  const last = hasHot ? hot.last : sealedTo
  const beyond = missingAtEnd(last, await newestSnapshot(tables, extent.version), extent)
  const gaps: readonly Range[] = [...hot.missing, ...(beyond > 0 ? [[last + 1, last + beyond] as const] : [])]
  for (const [from, to] of gaps) await tables.events.bulkPut([...standIns(from, to)])
  if (!hasHot && hasHistory && beyond === 0) await unsealLast(tables)
  const mended = { missing: missing + lost + countOf(gaps), odd: hot.odd.length + froms.odd.length }
  const mark = await tables.marks.get(MARK)
  if (mark !== undefined && mended.missing + mended.odd === 0) return
  const untold = bothMended(mark?.untold ?? NOTHING_MENDED, mended)
  /* A log without its mark is unknown to any open tab: such a tab has lost its own log. */
  await tables.marks.put({ id: MARK, generation: mark === undefined ? firstGeneration() : newGeneration(), untold })
}

const untoldOf = async ({ marks }: LogTables): Promise<Mended> => (await marks.get(MARK))?.untold ?? NOTHING_MENDED

/** The end of the last segment. A row of the hot tail below it does not belong to the log. */
const endOf = async ({ segments }: LogTables, from: number): Promise<number> => {
  const to: unknown = (await segments.get(from))?.to
  const full = from + SEGMENT_EVENTS - 1
  return typeof to === "number" && Number.isSafeInteger(to) && from <= to && to <= full ? to : full
}

const startsOf = async ({ segments }: LogTables, odd: readonly unknown[]): Promise<readonly number[]> => {
  const isOdd = new Set(odd)
  return (await segments.toCollection().primaryKeys()).filter((from) => !isOdd.has(from))
}

/** Makes a segment hold every event from its first to `to`. Returns the number of missing ones. */
const mendSegment = async (tables: LogTables, from: number, to: number): Promise<number> => {
  const row = await tables.segments.get(from)
  if (row === undefined) return 0
  const kept = new Map(sealedEvents({ ...row, from, to }).map((event) => [event.seq, event]))
  const all = standIns(from, to).map((standIn) => kept.get(standIn.seq) ?? standIn)
  const lacks = all.length - kept.size
  if (lacks === 0 && row.to === to) return 0
  if (lacks > 0) await tables.aside.add({ seq: from, row })
  await tables.segments.delete(from)
  for (let start = 0; start < all.length; start += SEGMENT_EVENTS)
    await addSegment(tables, all.slice(start, start + SEGMENT_EVENTS))
  return lacks
}

const addSegment = async ({ segments }: Pick<LogTables, "segments">, events: readonly StoredEvent[]): Promise<void> => {
  const [first, last] = [events[0], events.at(-1)]
  if (first === undefined || last === undefined) return
  await segments.put({ from: first.seq, to: last.seq, json: JSON.stringify(events) })
}

/** The newest event must be hot, so the last segment becomes rows again. */
const unsealLast = async ({ segments, events }: LogTables): Promise<void> => {
  const row = await segments.toCollection().last()
  if (row === undefined) return
  await events.bulkPut([...sealedEvents(row)])
  await segments.delete(row.from)
}

/** A key may be any type that IndexedDB accepts: text, a date, a list. */
const nameOf = (key: unknown): string => `${typeof key} ${String(key)}`

const setOddAside = async <Row>(
  { aside }: LogTables,
  table: Table<Row, number>,
  keyOf: (row: Row) => unknown,
  odd: readonly unknown[],
): Promise<void> => {
  if (odd.length === 0) return
  const names = new Set(odd.map(nameOf))
  const rows = table.filter((row) => names.has(nameOf(keyOf(row))))
  await aside.bulkAdd((await rows.toArray()).map((row) => ({ seq: null, row })))
  await rows.delete()
}

/** Replaces unreadable events by stand-ins. Returns the sequence numbers of those that were not replaced before. */
export const setAside = async (tables: LogTables, damage: StandIns): Promise<readonly number[]> => {
  if (damage.snapshots) await tables.snapshots.clear()
  const done: number[] = []
  for (const standIn of damage.events) {
    const hot = await tables.events.get(standIn.seq)
    const segment = hot === undefined ? await tables.segments.where("from").belowOrEqual(standIn.seq).last() : undefined
    const sealed = segment === undefined ? [] : sealedEvents(segment)
    const row = hot ?? sealed.find(({ seq }) => seq === standIn.seq)
    if (row === undefined || row.id === standIn.id) continue
    await tables.aside.add({ seq: standIn.seq, row })
    if (hot !== undefined) await tables.events.put(standIn)
    else
      await addSegment(
        tables,
        sealed.map((event) => (event.seq === standIn.seq ? standIn : event)),
      )
    done.push(standIn.seq)
  }
  return done
}

/** Puts events back in place of their stand-ins, and begins another generation of the log, which it returns. */
export const putBack = async (tables: LogTables, events: readonly StoredEvent[]): Promise<string> => {
  for (const event of events) {
    const kept = await tables.aside.filter(({ seq }) => seq === event.seq).first()
    if (kept?.id === undefined || !(await replaceStandIn(tables, event))) continue
    await tables.aside.delete(kept.id)
  }
  await tables.snapshots.clear()
  const generation = newGeneration()
  await tables.marks.put({ id: MARK, generation, untold: await untoldOf(tables) })
  return generation
}

/** Returns true when there was a stand-in for the event. */
const replaceStandIn = async (tables: LogTables, event: StoredEvent): Promise<boolean> => {
  const id = standInId(event.seq)
  const hot = await tables.events.get(event.seq)
  if (hot !== undefined) {
    if (hot.id === id) await tables.events.put(event)
    return hot.id === id
  }
  const segment = await tables.segments.where("from").belowOrEqual(event.seq).last()
  const sealed = segment === undefined ? [] : sealedEvents(segment)
  const isThere = sealed.some((one) => one.id === id)
  if (isThere)
    await addSegment(
      tables,
      sealed.map((one) => (one.id === id ? event : one)),
    )
  return isThere
}

/** Deletes what is before the base, both segments and rows, and cuts the segment that contains the base. */
export const prune = async (tables: LogTables, keep: Base): Promise<void> => {
  const [cut, first] = [tables.segments.where("from").belowOrEqual(keep.seq), await baseSeq(tables)]
  refuseBase(first + 1, await lastSeq(tables), keep)
  const last = await cut.last()
  await tables.segments.where("from").belowOrEqual(keep.seq).delete()
  if (last !== undefined)
    await addSegment(
      tables,
      eventsOf(last).filter(({ seq }) => seq > keep.seq),
    )
  await tables.events.where("seq").belowOrEqual(keep.seq).delete()
  await tables.snapshots.filter(({ seq }) => seq < keep.seq).delete()
  await tables.bases.put({ id: BASE, ...keep })
}
