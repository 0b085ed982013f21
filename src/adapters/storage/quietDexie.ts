import Dexie, { type DexieOptions } from "dexie"

/**
 * A Dexie database that leaves the console alone. On a local host Dexie would trace every failed request and record a
 * stack for each; our failures are told by their own errors. Reads are not cached: that is for live queries.
 */
export const quietDexie = (name: string, options: DexieOptions = {}): Dexie => {
  Dexie.debug = false
  return new Dexie(name, { cache: "disabled", ...options })
}

/** Dexie multiplies its version numbers by ten for IndexedDB, and counts on from there when it adds a table that is missing. */
const NATIVE_VERSIONS_EACH = 10

/** A database of these versions, and how to open it. */
export interface Versioned {
  readonly database: Dexie
  /** Fails with a VersionError, and leaves the database alone, when a newer release has made it. */
  readonly open: () => Promise<void>
}

/**
 * `schemas`: what each version adds. Dexie itself would open a database of a newer release and add the tables that it
 * lacks: then the newer release could no longer open it.
 */
export const versionedDexie = (
  name: string,
  schemas: readonly Readonly<Record<string, string>>[],
  options: Omit<DexieOptions, "indexedDB"> = {},
  factory: IDBFactory | undefined = Dexie.dependencies.indexedDB,
): Versioned => {
  let isOurs = false
  const guarded =
    factory &&
    new Proxy(factory, {
      get: (target, key) => {
        if (key === "open")
          return (asked: string, version?: number) => {
            if (version === undefined && !isOurs) throw new DOMException("a newer database", "VersionError")
            return target.open(asked, version)
          }
        const value: unknown = Reflect.get(target, key)
        return typeof value === "function" ? value.bind(target) : value
      },
    })
  const database = quietDexie(name, {
    ...options,
    ...(guarded === undefined ? {} : { indexedDB: guarded, IDBKeyRange }),
  })
  for (const [index, stores] of schemas.entries()) database.version(index + 1).stores({ ...stores })
  const next = (schemas.length + 1) * NATIVE_VERSIONS_EACH
  const open = async () => {
    isOurs = false
    try {
      await database.open()
    } catch (cause) {
      if (factory === undefined || !(cause instanceof Dexie.VersionError)) throw cause
      if ((await nativeVersion(factory, name)) >= next) throw cause
      isOurs = true
      await database.open()
    }
  }
  return { database, open }
}

const nativeVersion = (factory: IDBFactory, name: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const opening = factory.open(name)
    opening.onsuccess = () => {
      resolve(opening.result.version)
      opening.result.close()
    }
    opening.onerror = () => reject(opening.error)
  })
