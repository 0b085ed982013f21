import type { StoredEvent } from "../../domain/event/event.ts"
import { StoreError } from "../../domain/ports/eventStore.ts"
import { erasedElsewhere } from "../../domain/ports/storeRules.ts"
import { SEGMENT_EVENTS } from "../../domain/values/limits.ts"
import type { LogTables, SegmentRow } from "./database.ts"

/** Reads and seals the two halves of the log. All of it runs inside a transaction on both tables. */

type Halves = Pick<LogTables, "events" | "segments">

/** Events with `from <= seq <= to`, in order. */
export const readRange = async (tables: Halves, from: number, to: number): Promise<readonly StoredEvent[]> => {
  if (from > to) return []
  const hot = await tables.events.where("seq").between(from, to, true, true).toArray()
  const firstHot = hot[0]?.seq ?? to + 1
  return firstHot <= from ? hot : [...(await readSealed(tables, from, firstHot - 1)), ...hot]
}

/**
 * The events after `cursor`, usually with one request. It also reads the event at the cursor, which proves that the log
 * reaches that far and that nothing after it was sealed.
 */
export const readAfter = async (tables: Halves, cursor: number): Promise<readonly StoredEvent[]> => {
  const hot = await tables.events.where("seq").aboveOrEqual(cursor).toArray()
  const firstHot = hot[0]?.seq
  if (firstHot === undefined) {
    if (cursor > 0) throw erasedElsewhere()
    return []
  }
  if (firstHot === cursor) return hot.slice(1)
  return firstHot === cursor + 1 ? hot : [...(await readSealed(tables, cursor + 1, firstHot - 1)), ...hot]
}

/** The newest event is always hot. */
export const lastSeq = async (tables: Pick<LogTables, "events">): Promise<number> => {
  const [last = 0] = await tables.events.toCollection().reverse().limit(1).primaryKeys()
  return last
}

const readSealed = async (
  tables: Pick<LogTables, "segments">,
  from: number,
  to: number,
): Promise<readonly StoredEvent[]> => {
  const [first = from] = await tables.segments.where("from").belowOrEqual(from).reverse().limit(1).primaryKeys()
  const rows = await tables.segments.where("from").between(first, to, true, true).toArray()
  return rows.flatMap(eventsOf).filter(({ seq }) => from <= seq && seq <= to)
}

/** The events of a segment. When some are missing, the segment is damaged, and opening the log again mends it. */
export const eventsOf = (row: SegmentRow): readonly StoredEvent[] => {
  const events = sealedEvents(row)
  if (events.length === row.to - row.from + 1) return events
  throw new StoreError({ reason: "erased", detail: `the segment from ${row.from} is damaged` })
}

/** The events of a segment with valid sequence numbers; none when its text is not a list. */
export const sealedEvents = ({ from, to, json }: SegmentRow): readonly StoredEvent[] => {
  const list = parsed(json)
  if (!Array.isArray(list)) return []
  return list.filter(
    (event: { readonly seq?: unknown } | null): event is StoredEvent =>
      typeof event?.seq === "number" && Number.isSafeInteger(event.seq) && from <= event.seq && event.seq <= to,
  )
}

const parsed = (json: unknown): unknown => {
  try {
    return typeof json === "string" ? JSON.parse(json) : null
  } catch {
    return null
  }
}

/**
 * Seals the oldest hot events when they fill a segment that ends at or before `before`. Returns false when they do not.
 */
export const sealOne = async (tables: Halves, before: number): Promise<boolean> => {
  const [from] = await tables.events.toCollection().limit(1).primaryKeys()
  if (from === undefined) return false
  const to = from + SEGMENT_EVENTS - 1
  if (to > before || to >= (await lastSeq(tables))) return false
  const rows = tables.events.where("seq").between(from, to, true, true)
  const events = await rows.toArray()
  await tables.segments.add({ from, to, json: JSON.stringify(events) })
  await rows.delete()
  return true
}
