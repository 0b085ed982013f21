import Dexie, { type DexieOptions } from "dexie"
import { within } from "./patience.ts"

/**
 * A Dexie database that leaves the console alone. On a local host Dexie would trace every failed request and record a
 * stack for each; our failures have errors of their own. Reads are not cached: that is for live queries.
 */
export const quietDexie = (name: string, options: DexieOptions = {}): Dexie => {
  Dexie.debug = false
  return new Dexie(name, { cache: "disabled", ...options })
}

/** Dexie multiplies its version numbers by ten for IndexedDB, and counts on from there when it adds a table that is missing. */
const NATIVE_VERSIONS_EACH = 10

/** Some browsers never list their databases, ms. */
const LIST_PATIENCE_MS = 1_000

/** A database of these versions, and how to open it. */
export interface Versioned {
  readonly database: Dexie
  /** Fails with a VersionError, and leaves the database alone, when a newer release has made it. */
  readonly open: () => Promise<unknown>
  /** Whether a newer release makes databases of this native version. */
  readonly isNewer: (version: number) => boolean
}

/**
 * `schemas`: what each version adds. Dexie itself would open a database of a newer release and add the tables that it
 * lacks: then the newer release could no longer open it.
 */
export const versionedDexie = (
  name: string,
  schemas: readonly Readonly<Record<string, string>>[],
  options: DexieOptions = {},
  factory: IDBFactory | undefined = Dexie.dependencies.indexedDB,
): Versioned => {
  const database = quietDexie(name, { ...options, ...(factory && { indexedDB: factory, IDBKeyRange }) })
  for (const [index, stores] of schemas.entries()) database.version(index + 1).stores({ ...stores })
  const isNewer = (version: number) => version >= (schemas.length + 1) * NATIVE_VERSIONS_EACH
  const list = async () => (await factory?.databases?.()) ?? []
  const open = async () => {
    // A browser that cannot list its databases, or never does, opens this one as Dexie does.
    const known = await within(LIST_PATIENCE_MS, list(), Error).catch(() => [])
    const { version = 0 } = known.find((one) => one.name === name) ?? {}
    if (isNewer(version)) throw new DOMException("too new", "VersionError")
    return database.open()
  }
  return { database, open, isNewer }
}
