import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { ROOT } from "./files.ts"

interface Locked {
  readonly version?: string
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

interface Lock {
  readonly packages: Readonly<Record<string, Locked>>
}

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>
  readonly devDependencies: Readonly<Record<string, string>>
}

function readJson<A>(name: string): A {
  return JSON.parse(readFileSync(join(ROOT, name), "utf8"))
}

/** Node's lookup of a package from inside another: beside it, then in each folder above. */
function isLocked(lock: Lock, from: string, name: string): boolean {
  const parts = from.split("/node_modules/")
  const places = parts.map((_, index) => parts.slice(0, parts.length - index).join("/node_modules/"))
  return [...places, ""].some((place) => `${place === "" ? "" : `${place}/`}node_modules/${name}` in lock.packages)
}

test("the lock file names every optional package of every platform, without which npm ci refuses it", () => {
  const lock = readJson<Lock>("package-lock.json")
  const missing = Object.entries(lock.packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter((name) => !isLocked(lock, path, name)),
  )
  expect(missing).toEqual([])
})

test("every dependency is pinned to the exact version that is locked", () => {
  const lock = readJson<Lock>("package-lock.json")
  const { dependencies, devDependencies } = readJson<Manifest>("package.json")
  for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies })) {
    expect(version, name).toBe(lock.packages[`node_modules/${name}`]?.version)
  }
})
