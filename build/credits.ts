import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import type { Plugin } from "vite"

/**
 * The credits of the help center (HELP-3), made from the lock file at build time: the dependencies of the app, direct
 * or indirect, and the build tools whose code ships.
 */

export interface Credit {
  readonly name: string
  readonly version: string
  readonly license: string
}

interface Locked {
  readonly version?: string
  readonly license?: string
  readonly dependencies?: Readonly<Record<string, string>>
}

export interface Lock {
  readonly packages: Readonly<Record<string, Locked>>
}

/** Development packages whose code is part of the service worker. */
export const SHIPPED_BY_THE_BUILD = [
  "workbox-core",
  "workbox-expiration",
  "workbox-precaching",
  "workbox-routing",
  "workbox-strategies",
]

const FOLDER = "node_modules/"
const nameOf = (path: string): string => path.slice(path.lastIndexOf(FOLDER) + FOLDER.length)

/** The path of a package's dependency: beside the package, or in a folder above, by Node's rule. */
const resolved = ({ packages }: Lock, from: string, name: string): string | undefined => {
  for (let place = from; ; place = place.slice(0, Math.max(0, place.lastIndexOf(FOLDER) - 1))) {
    const path = place === "" ? `${FOLDER}${name}` : `${place}/${FOLDER}${name}`
    if (path in packages) return path
    if (place === "") return undefined
  }
}

/** By name, then version, each once. */
export const creditsOf = (lock: Lock): readonly Credit[] => {
  const shipped = new Set<string>()
  const ship = (from: string, names: readonly string[]): void => {
    for (const name of names) {
      const path = resolved(lock, from, name)
      if (path === undefined || shipped.has(path)) continue
      shipped.add(path)
      ship(path, Object.keys(lock.packages[path]?.dependencies ?? {}))
    }
  }
  ship("", [...Object.keys(lock.packages[""]?.dependencies ?? {}), ...SHIPPED_BY_THE_BUILD])
  const credits = new Map<string, Credit>()
  for (const path of shipped) {
    const { version = "", license = "" } = lock.packages[path] ?? {}
    credits.set(`${nameOf(path)} ${version}`, { name: nameOf(path), version, license })
  }
  return [...credits].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, credit]) => credit)
}

export const readLock = (): Lock =>
  JSON.parse(readFileSync(fileURLToPath(new URL("../package-lock.json", import.meta.url)), "utf8"))

const CREDITS_MODULE = "virtual:credits"
const RESOLVED = `\0${CREDITS_MODULE}`

export const credits = (): Plugin => ({
  name: "sightline:credits",
  resolveId: (id) => (id === CREDITS_MODULE ? RESOLVED : undefined),
  load: (id) => (id === RESOLVED ? `export default ${JSON.stringify(creditsOf(readLock()))}` : undefined),
})
