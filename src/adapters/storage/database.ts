import type { Table, TransactionMode } from "dexie"
import type { StoredEvent } from "../../domain/event/event.ts"
import type { Mended } from "../../domain/log/damage.ts"
import type { Durability } from "../../domain/ports/eventStore.ts"
import { type Haste, lifecycleOf } from "./lifecycle.ts"
import { quietDexie, versionedDexie } from "./quietDexie.ts"

/**
 * The log in IndexedDB. `events` is the hot tail, one row an event; it always holds the newest event of a log that is
 * not empty. `segments` are its history: the events `from` to `to` as one JSON text, which reads five times faster than
 * rows. Together they hold each event once, without a gap. `marks` has one row, `bases` at most one. `aside` keeps
 * unreadable rows, in the order in which they were found.
 */
const SCHEMAS: readonly Readonly<Record<string, string>>[] = [
  { events: "seq", segments: "from", snapshots: "[version+seq]", marks: "id" },
  { bases: "id", aside: "++id" },
]

export interface LogDatabase {
  readonly name: string
  /** Another factory than the page's own, such as that of a storage bucket. */
  readonly factory?: IDBFactory
  /** The time after which a browser that does not answer is reported to the person, ms. */
  readonly patience?: number
}

export const LOG_DATABASE: LogDatabase = { name: "sightline" }

export interface SegmentRow {
  readonly from: number
  readonly to: number
  readonly json: string
}

interface SnapshotRow {
  readonly version: number
  readonly seq: number
  readonly state: unknown
}

export const MARK = 1
interface MarkRow {
  readonly id: typeof MARK
  /** A new text for each new log, so that an erased or deleted log is never taken for the one after it. */
  readonly generation: string
  /** Repairs of the sequence that are not reported yet: the tab that made them may have died before. */
  readonly untold?: Mended
}

export const BASE = 1
interface BaseRow extends SnapshotRow {
  readonly id: typeof BASE
}

interface AsideRow {
  readonly id?: number
  readonly seq: number | null
  readonly row: unknown
}

export interface LogTables {
  readonly events: Table<StoredEvent, number>
  readonly segments: Table<SegmentRow, number>
  readonly snapshots: Table<SnapshotRow, [number, number]>
  readonly marks: Table<MarkRow, number>
  readonly bases: Table<BaseRow, number>
  readonly aside: Table<AsideRow, number>
}

export type TableName = keyof LogTables
export const ALL_TABLES: readonly TableName[] = ["events", "segments", "snapshots", "marks", "bases", "aside"]

export interface Connection {
  /**
   * Opens when needed, then runs `work` in one transaction, which aborts when it rejects. `work` may only call Dexie.
   */
  readonly transact: <A>(
    mode: TransactionMode,
    names: readonly TableName[],
    work: (tables: LogTables) => Promise<A>,
    haste?: Haste,
  ) => Promise<A>
  /**
   * True when the browser itself has closed the database since it was first opened, as it does when it deletes the
   * database.
   */
  readonly wasLost: () => boolean
  readonly close: () => void
}

export const newGeneration = (): string => crypto.getRandomValues(new Uint32Array(4)).join("-")

/** The prefix for the generation of a log without a predecessor: the database was new, or it was emptied. */
const FIRST = "first-"
export const firstGeneration = (): string => `${FIRST}${newGeneration()}`
export const isFirst = (generation: string): boolean => generation.startsWith(FIRST)

/**
 * Dexie sets durability for each connection, so a tab has one connection of each kind. `onEnd` is called when another
 * tab or the browser takes the database away.
 */
export const connect = (
  { name, factory, patience }: LogDatabase,
  durability: Durability,
  onEnd: () => void,
): Connection => {
  const versioned = versionedDexie(name, SCHEMAS, { chromeTransactionDurability: durability }, factory)
  const { database } = versioned
  const tables: LogTables = {
    events: database.table("events"),
    segments: database.table("segments"),
    snapshots: database.table("snapshots"),
    marks: database.table("marks"),
    bases: database.table("bases"),
    aside: database.table("aside"),
  }
  database.on("populate", () => {
    tables.marks.add({ id: MARK, generation: firstGeneration() })
  })
  const { transact, close, wasLost } = lifecycleOf(versioned, { onEnd, ...(patience !== undefined && { patience }) })
  return {
    transact: (mode, names, work, haste = "steps") => transact(mode, names, haste, () => work(tables)),
    wasLost,
    close,
  }
}

/** Deletes the whole log, even a damaged one. Open connections, this tab's included, close for that. */
export const deleteDatabase = ({ name, factory }: LogDatabase): Promise<void> =>
  quietDexie(name, factory === undefined ? {} : { indexedDB: factory, IDBKeyRange }).delete()
