import type { Dexie, Table, TransactionMode } from "dexie"
import type { StoredEvent } from "../../domain/event/event.ts"
import type { Mended } from "../../domain/log/structure.ts"
import { type Durability, StoreError } from "../../domain/ports/eventStore.ts"
import { quietDexie } from "./quietDexie.ts"

/**
 * The log in IndexedDB. `events` is the hot tail, one row an event; it always holds the newest event of a log that is
 * not empty. `segments` are its history: the events `from` to `to` as one JSON text, which reads five times faster
 * than rows. Together they hold each event once, without a gap. `marks` has one row, `bases` at most one. `aside` keeps
 * rows that could not be read, in the order in which they were found.
 */
const SCHEMAS: readonly Readonly<Record<string, string>>[] = [
  { events: "seq", segments: "from", snapshots: "[version+seq]", marks: "id" },
  { bases: "id", aside: "++id" },
]

export interface LogPlace {
  readonly name: string
  /** Another factory than the page's own: a storage bucket's. */
  readonly factory?: IDBFactory
  /** How long the browser may take to open it before a person is told that it does not answer, ms. */
  readonly patience?: number
}
/** Opening takes far less than a second, also while an upgrade runs; a browser that hangs never answers. */
const OPEN_PATIENCE_MS = 8_000

export const LOG_PLACE: LogPlace = { name: "sightline" }

/** Dexie multiplies its version numbers by ten for IndexedDB. */
const NATIVE_VERSIONS_EACH = 10

export interface SegmentRow {
  readonly from: number
  readonly to: number
  readonly json: string
}

export interface SnapshotRow {
  readonly version: number
  readonly seq: number
  readonly state: unknown
}

export const MARK = 1
export interface MarkRow {
  readonly id: typeof MARK
  /** Another text for each log that begins: an erased or deleted log is not taken for the one after it. */
  readonly generation: string
  /** What was put right in the sequence and not told yet: whoever did it may have died before. */
  readonly untold?: Mended
}

export const BASE = 1
export interface BaseRow extends SnapshotRow {
  readonly id: typeof BASE
}

export interface AsideRow {
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
  /** Opens when needed, then runs `work` in one transaction that aborts when it rejects. Dexie calls only inside. */
  readonly transact: <A>(
    mode: TransactionMode,
    names: readonly TableName[],
    work: (tables: LogTables) => Promise<A>,
  ) => Promise<A>
  /** Whether the browser itself has closed the database since it was opened first, as it does when it deletes it. */
  readonly wasLost: () => boolean
  readonly close: () => void
}

export const newGeneration = (): string => crypto.getRandomValues(new Uint32Array(4)).join("-")

/**
 * Dexie knows durability per connection only, so that a tab has one connection of each kind. `onEnd` is called when
 * somebody takes the database away.
 */
export const connect = (
  { name, factory, patience = OPEN_PATIENCE_MS }: LogPlace,
  durability: Durability,
  onEnd: () => void,
): Connection => {
  const database = quietDexie(name, {
    chromeTransactionDurability: durability,
    ...(factory === undefined ? {} : { indexedDB: factory, IDBKeyRange }),
  })
  for (const [index, stores] of SCHEMAS.entries()) database.version(index + 1).stores({ ...stores })
  const tables: LogTables = {
    events: database.table("events"),
    segments: database.table("segments"),
    snapshots: database.table("snapshots"),
    marks: database.table("marks"),
    bases: database.table("bases"),
    aside: database.table("aside"),
  }
  database.on("populate", () => {
    tables.marks.add({ id: MARK, generation: newGeneration() })
  })
  const { ensureOpen, close, wasLost } = lifecycle(database, patience, onEnd)
  return {
    transact: async (mode, names, work) => {
      await ensureOpen()
      return database.transaction(
        mode,
        names.map((name) => tables[name]),
        // An async function, else Dexie does not follow the awaits inside and the transaction commits too early.
        async () => work(tables),
      )
    },
    wasLost,
    close,
  }
}

/** Deletes the log as a whole, whatever is wrong with it; open connections, this tab's included, give way. */
export const deleteDatabase = ({ name, factory }: LogPlace): Promise<void> =>
  quietDexie(name, factory === undefined ? {} : { indexedDB: factory, IDBKeyRange }).delete()

/** Why a connection stays closed permanently. */
type End = "deleted" | "newer" | "closed"

/**
 * Opens the database unless it is open. Once a newer release or a deletion has taken it away it stays closed: opening
 * again would read what this release does not know. While another tab holds an older one open, or the browser does not
 * answer, the opening goes on in the background and each call fails.
 */
const lifecycle = (database: Dexie, patience: number, onEnd: () => void) => {
  const waiting = new Set<(error: StoreError) => void>()
  let blocked = false
  let unanswered = false
  let end: End | undefined
  let lost = false

  const close = (why: End) => {
    end ??= why
    database.close()
  }
  database.on("versionchange", ({ newVersion }) => {
    close(newVersion === null ? "deleted" : "newer")
    onEnd()
    return false
  })
  database.on("close", () => {
    lost = true
    onEnd()
  })
  database.on("blocked", () => {
    blocked = true
    for (const fail of waiting) fail(isBlocked())
    return false
  })

  const ensureOpen = async (): Promise<void> => {
    if (end !== undefined) throw hasEnded(end)
    if (database.isOpen()) return
    if (blocked) throw isBlocked()
    if (unanswered) throw isUnanswered()
    const { promise, reject } = Promise.withResolvers<never>()
    waiting.add(reject)
    const timer = setTimeout(() => {
      unanswered = !blocked
      if (unanswered) reject(isUnanswered())
    }, patience)
    const settled = () => {
      blocked = false
      unanswered = false
    }
    try {
      await Promise.race([openOnce(database, settled), promise])
    } finally {
      clearTimeout(timer)
      waiting.delete(reject)
    }
    if (database.backendDB().version < (SCHEMAS.length + 1) * NATIVE_VERSIONS_EACH) return
    close("newer")
    throw hasEnded("newer")
  }
  return { ensureOpen, close: () => close("closed"), wasLost: () => lost }
}

const openOnce = async (database: Dexie, settled: () => void): Promise<void> => {
  try {
    await database.open()
  } catch (cause) {
    throw new OpenFailure(cause)
  } finally {
    settled()
  }
}

/** Tells an opening that failed from an operation that failed. */
export class OpenFailure extends Error {
  override readonly name = "OpenFailure"
  readonly inner: unknown
  constructor(inner: unknown) {
    super("the database did not open")
    this.inner = inner
  }
}

const hasEnded = (end: End) =>
  new StoreError({ reason: end === "closed" ? "failed" : end, detail: `the database is ${end}` })
const isUnanswered = () => new StoreError({ reason: "unanswered", detail: "the browser does not open the database" })
const isBlocked = () => new StoreError({ reason: "blocked", detail: "another tab holds an older database open" })
