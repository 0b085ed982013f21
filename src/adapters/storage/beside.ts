import type { Table } from "dexie"
import { Effect } from "effect"
import type { LatestReading } from "../../domain/ports/readings.ts"
import { quietDexie } from "./quietDexie.ts"

/**
 * What lies beside the log in a small database of its own: heartbeats, which are no events; secrets, which must not
 * be in events; and the latest readings, most of which are too little news for an event. Erasing the log or upgrading
 * it touches neither.
 */
export interface BesideTables {
  readonly beats: Table<BeatRow, number>
  readonly secrets: Table<SecretRow, [string, string]>
  readonly readings: Table<LatestReading, [string, string]>
}

export const BEAT = 1
export interface BeatRow {
  readonly id: typeof BEAT
  /** ms since 1970. */
  readonly at: number
}

export interface SecretRow {
  readonly account: string
  readonly reference: string
  readonly secret: string
}

const BESIDE_DATABASE = "sightline.beside"

const openBeside = (name: string = BESIDE_DATABASE) => {
  const database = quietDexie(name)
  database.version(1).stores({ beats: "id", secrets: "[account+reference], account" })
  database.version(2).stores({ readings: "[account+list], account" })
  database.on("versionchange", () => {
    database.close({ disableAutoOpen: false })
    return false
  })
  const tables: BesideTables = {
    beats: database.table("beats"),
    secrets: database.table("secrets"),
    readings: database.table("readings"),
  }
  return { tables, close: () => database.close() }
}

/** The tables while the scope is open. The database itself is opened by the first use. */
export const besideTables = (name?: string) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => openBeside(name)),
      ({ close }) => Effect.sync(close),
    ),
    ({ tables }) => tables,
  )
