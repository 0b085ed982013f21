import type { StoredEvent } from "../../domain/event/event.ts"
import { NOTHING_MENDED } from "../../domain/log/damage.ts"
import { type Base, type OpenedStore, StoreError } from "../../domain/ports/eventStore.ts"
import { type LogExtent, refuseTorn } from "../../domain/ports/storeRules.ts"
import { REFOLD_FROM_EVENTS } from "../../domain/values/limits.ts"
import { ALL_TABLES, BASE, type Connection, type LogTables, MARK } from "./database.ts"
import { lastSeq, readRange } from "./history.ts"
import { isWhole } from "./wholeness.ts"

export const generationOf = async (marks: LogTables["marks"]): Promise<string> =>
  (await marks.get(MARK))?.generation ?? ""

export const baseOf = async ({ bases }: Pick<LogTables, "bases">): Promise<Base | null> => {
  const row = await bases.get(BASE)
  return row === undefined ? null : { seq: row.seq, version: row.version, state: row.state }
}

/** Folds the log outside of the page and saves a snapshot of it. */
export type Refolding = () => Promise<void>

/**
 * Reads the log, and mends it first when its keys or segments are incomplete. `refold` folds a long log without a
 * snapshot; if that fails, the caller folds it.
 */
export const openWhole = async (connection: Connection, extent: LogExtent, refold?: Refolding): Promise<Whole> => {
  const found = await readWhole(connection, extent, refold !== undefined)
  if (found === "unfolded") {
    await refold?.().catch(() => {})
    return openWhole(connection, extent)
  }
  if (found !== undefined) return found
  const { mend } = await import("./mending.ts")
  await connection.transact("rw", ALL_TABLES, (tables) => mend(tables, extent))
  const again = await readWhole(connection, extent, false)
  if (typeof again !== "object") throw new StoreError({ reason: "damaged", detail: "the log cannot be put right" })
  return again
}

type Whole = OpenedStore & { readonly generation: string }

/**
 * The log as stored. Undefined when it is incomplete; `unfolded` when it should be folded outside of the page first.
 */
const readWhole = (
  connection: Connection,
  extent: LogExtent,
  mayRefold: boolean,
): Promise<Whole | "unfolded" | undefined> =>
  connection.transact("r", ALL_TABLES, async (tables) => {
    const { version } = extent
    const mark = await tables.marks.get(MARK)
    if (mark === undefined || !(await isWhole(tables, extent))) return undefined
    const [base, last] = await Promise.all([baseOf(tables), lastSeq(tables)])
    const kept = version === null ? undefined : await tables.snapshots.where("version").equals(version).last()
    const isUsable = kept !== undefined && kept.seq <= last && kept.seq >= (base?.seq ?? 0)
    const snapshot = isUsable ? kept : null
    const cursor = snapshot?.seq ?? base?.seq ?? 0
    if (mayRefold && version !== null && snapshot === null && (await needsRefold(tables, last - cursor)))
      return "unfolded"
    const tail = await readWholeAfter(tables, cursor)
    if (tail === undefined) return undefined
    return { snapshot, base, tail, generation: mark.generation, mended: mark.untold ?? NOTHING_MENDED }
  })

/** A release without a snapshot may also be able to read events that an earlier one set aside. */
const needsRefold = async ({ aside }: LogTables, events: number): Promise<boolean> =>
  events >= REFOLD_FROM_EVENTS || (events > 0 && (await aside.count()) > 0)

/** The events after the cursor; undefined when a segment or a row among them is damaged. */
const readWholeAfter = async (tables: LogTables, cursor: number): Promise<readonly StoredEvent[] | undefined> => {
  const last = await lastSeq(tables)
  try {
    const tail = await readRange(tables, cursor + 1, last)
    refuseTorn(cursor, tail)
    return tail.length === Math.max(0, last - cursor) ? tail : undefined
  } catch (cause) {
    if (cause instanceof StoreError && cause.reason === "erased") return undefined
    throw cause
  }
}
