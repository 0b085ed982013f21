import type { Table, TransactionMode } from "dexie"
import { Effect } from "effect"
import type { StoreError } from "../../domain/ports/eventStore.ts"
import type { LatestReading } from "../../domain/ports/readings.ts"
import { Listeners } from "../../domain/values/listeners.ts"
import { storeError } from "./failure.ts"
import { lifecycleOf } from "./lifecycle.ts"
import { versionedDexie } from "./quietDexie.ts"

/**
 * Data beside the log in a small separate database: heartbeats, which are no events; secrets, which must not be in
 * events; the latest readings, most of which do not deserve an event; and frames of screens, which stay on this
 * computer. Erasing or upgrading the log does not affect it.
 */
export interface BesideTables {
  readonly beats: Table<BeatRow, number>
  readonly secrets: Table<SecretRow, [string, string]>
  readonly readings: Table<LatestReading, [string, string]>
  readonly frames: Table<FrameRow, [string, string]>
}

export const BEAT = 1
/** Written once. When it is missing or differs, the database was emptied. */
export const WITNESS = 2
export interface BeatRow {
  readonly id: typeof BEAT | typeof WITNESS
  /** ms since 1970. */
  readonly at: number
}

export interface SecretRow {
  readonly account: string
  readonly reference: string
  readonly secret: string
}

/** The last frame of a device that an account viewed. */
export interface FrameRow {
  readonly account: string
  readonly did: string
  /** The time of the frame, ms since 1970. */
  readonly at: number
  /** A data URL. */
  readonly image: string
}
/** The most frames that are kept, of all accounts together. */
export const FRAMES_MAX = 60

export const BESIDE_DATABASE = "sightline.beside"
const SCHEMAS = [
  { beats: "id", secrets: "[account+reference], account" },
  { readings: "[account+list], account" },
  { frames: "[account+did], account, at" },
] as const

export interface BesideNames {
  readonly name?: string | undefined
  /** As for the log, ms. */
  readonly patience?: number
  /** Called when another tab or the browser takes the database away. */
  readonly onEnd?: () => void
}

/** One transaction on one table. */
export type Beside = <Name extends keyof BesideTables, A>(
  name: Name,
  mode: TransactionMode,
  work: (table: BesideTables[Name]) => Promise<A>,
) => Effect.Effect<A, StoreError>

/** After each write of this page: the database, the table, and true when the table holds rows now. */
export const besideWrites = new Listeners<[name: string, table: keyof BesideTables, isHeld: boolean]>()

export const openBeside = ({ name = BESIDE_DATABASE, ...manners }: BesideNames) => {
  const versioned = versionedDexie(name, SCHEMAS)
  const { transact, close } = lifecycleOf(versioned, { beginsAgain: true, ...manners })
  const tables: BesideTables = {
    beats: versioned.database.table("beats"),
    secrets: versioned.database.table("secrets"),
    readings: versioned.database.table("readings"),
    frames: versioned.database.table("frames"),
  }
  const write = async <Name extends keyof BesideTables, A>(
    table: Name,
    mode: TransactionMode,
    work: (rows: BesideTables[Name]) => Promise<A>,
  ): Promise<A> => {
    const [result, rows] = await transact(mode, [table], "whole", async () => {
      const result = await work(tables[table])
      return [result, await tables[table].count()] as const
    })
    besideWrites.call(name, table, rows > 0)
    return result
  }
  const beside: Beside = (table, mode, work) =>
    Effect.tryPromise({
      try: () =>
        mode === "r" ? transact(mode, [table], "whole", () => work(tables[table])) : write(table, mode, work),
      catch: storeError,
    })
  return { beside, close }
}

/** The tables while the scope is open. The first use opens the database. */
export const besideTables = (place: BesideNames = {}) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => openBeside(place)),
      ({ close }) => Effect.sync(close),
    ),
    ({ beside }) => beside,
  )
