import Dexie, { type DexieOptions } from "dexie"
import { within } from "./patience.ts"

/**
 * A Dexie database without console output. On a local host Dexie would log every failed request and record a stack for
 * each; our failures have their own errors. Reads are not cached, because that serves live queries only.
 */
export const quietDexie = (name: string, options: DexieOptions = {}): Dexie => {
  Dexie.debug = false
  return new Dexie(name, { cache: "disabled", ...options })
}

/** Dexie multiplies its version numbers by ten for IndexedDB, and counts on from there when it adds a missing table. */
const NATIVE_VERSIONS_EACH = 10

/** The timeout for browsers that never list their databases, ms. */
const LIST_PATIENCE_MS = 1_000

/** A database with known versions, and how to open it. */
export interface Versioned {
  readonly database: Dexie
  /** Fails with a VersionError, and leaves the database alone, when a newer release has created it. */
  readonly open: () => Promise<unknown>
  /** True when a newer release creates databases of this native version. */
  readonly isNewer: (version: number) => boolean
}

/**
 * `schemas`: the additions of each version. Dexie alone would open a database of a newer release and add missing
 * tables: the newer release could then no longer open it.
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
    // When a browser cannot or does not list its databases, Dexie opens this one unchecked.
    const known = await within(LIST_PATIENCE_MS, list(), Error).catch(() => [])
    const { version = 0 } = known.find((one) => one.name === name) ?? {}
    if (isNewer(version)) throw new DOMException("too new", "VersionError")
    return database.open()
  }
  return { database, open, isNewer }
}
