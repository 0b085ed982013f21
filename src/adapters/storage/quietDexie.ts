import Dexie, { type DexieOptions } from "dexie"

/**
 * A Dexie database that leaves the console alone. On a local host Dexie would trace every failed request and record a
 * stack for each; our failures are told by their own errors. Reads are not cached: that is for live queries.
 */
export const quietDexie = (name: string, options: DexieOptions = {}): Dexie => {
  Dexie.debug = false
  return new Dexie(name, { cache: "disabled", ...options })
}
