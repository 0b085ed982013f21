import { survey } from "../../domain/log/damage.ts"
import { type LogExtent, missingAtEnd } from "../../domain/ports/storeRules.ts"
import { SEGMENT_EVENTS } from "../../domain/values/limits.ts"
import { BASE, type LogTables } from "./database.ts"

/** Checks that the sequence is complete. All of it runs inside a transaction on all tables. */

/** Sequence number of the base, 0 when the log begins with its first event. */
export const baseSeq = async ({ bases }: Pick<LogTables, "bases">): Promise<number> => (await bases.get(BASE))?.seq ?? 0

export const newestSnapshot = async ({ snapshots }: LogTables, version: number | null) =>
  version === null ? null : ((await snapshots.where("version").equals(version).last()) ?? null)

export const keysOf = async ({ events, segments }: LogTables) => {
  const [froms, hot]: [readonly unknown[], readonly unknown[]] = await Promise.all([
    segments.toCollection().primaryKeys(),
    events.toCollection().primaryKeys(),
  ])
  return { froms, hot }
}

/**
 * True when the keys are those of a complete log. It checks each key and no event. A segment extends to the next one;
 * damage inside it shows when it is read.
 */
export const isWhole = async (tables: LogTables, extent: LogExtent): Promise<boolean> => {
  const [base, { froms, hot }, snapshot] = await Promise.all([
    baseSeq(tables),
    keysOf(tables),
    newestSnapshot(tables, extent.version),
  ])
  const [first = base + 1] = hot
  const starts = [...froms, first]
  const areJoined = starts.every((from, index) => {
    const next = starts[index + 1]
    if (typeof from !== "number" || !Number.isSafeInteger(from)) return false
    return next === undefined || (typeof next === "number" && next > from && next - from <= SEGMENT_EVENTS)
  })
  if (!areJoined || starts[0] !== base + 1 || (hot.length === 0 && froms.length > 0)) return false
  const { odd, missing, last } = survey(hot, Number(first) - 1, false)
  return odd.length + missing.length === 0 && missingAtEnd(last, snapshot, extent) === 0
}
