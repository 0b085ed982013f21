import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import type { Plugin } from "vite"

/**
 * The credits of the help center (HELP-3), made from the lock file at build time: every package that is not for
 * development only, and those that the build itself puts into what ships.
 */

export interface Credit {
  readonly name: string
  readonly version: string
  readonly license: string
}

interface Locked {
  readonly version?: string
  readonly license?: string
  readonly dev?: boolean
  readonly devOptional?: boolean
}

export interface Lock {
  readonly packages: Readonly<Record<string, Locked>>
}

/** Development packages whose code ends up in the service worker or the page. */
export const SHIPPED_BY_THE_BUILD = [
  "workbox-core",
  "workbox-precaching",
  "workbox-routing",
  "workbox-strategies",
  "workbox-expiration",
]

const FOLDER = "node_modules/"
const nameOf = (path: string): string => path.slice(path.lastIndexOf(FOLDER) + FOLDER.length)

const ships = (path: string, { dev, devOptional }: Locked): boolean =>
  path.startsWith(FOLDER) && ((dev !== true && devOptional !== true) || SHIPPED_BY_THE_BUILD.includes(nameOf(path)))

/** By name, then version, each once. */
export const creditsOf = (lock: Lock): readonly Credit[] => {
  const credits = new Map<string, Credit>()
  for (const [path, locked] of Object.entries(lock.packages)) {
    if (!ships(path, locked)) continue
    const { version = "", license = "" } = locked
    const name = nameOf(path)
    credits.set(`${name} ${version}`, { name, version, license })
  }
  return [...credits].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, credit]) => credit)
}

export const readLock = (): Lock =>
  JSON.parse(readFileSync(fileURLToPath(new URL("../package-lock.json", import.meta.url)), "utf8"))

export const CREDITS_MODULE = "virtual:credits"
const RESOLVED = `\0${CREDITS_MODULE}`

export const credits = (): Plugin => ({
  name: "sightline:credits",
  resolveId: (id) => (id === CREDITS_MODULE ? RESOLVED : undefined),
  load: (id) => (id === RESOLVED ? `export default ${JSON.stringify(creditsOf(readLock()))}` : undefined),
})
