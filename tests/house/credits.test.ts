import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { creditsOf, readLock, SHIPPED_BY_THE_BUILD } from "../../build/credits.ts"
import { ROOT } from "./files.ts"

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>
  readonly devDependencies: Readonly<Record<string, string>>
}

test("[HELP-3] the credits name every library that ships, each with its version and licence", () => {
  const manifest: Manifest = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"))
  const credits = creditsOf(readLock())
  const named = new Map(credits.map((credit) => [credit.name, credit]))
  for (const [name, version] of Object.entries(manifest.dependencies)) expect(named.get(name)?.version).toBe(version)
  for (const name of SHIPPED_BY_THE_BUILD) expect(named.has(name)).toBe(true)
  for (const { name, version, license } of credits) {
    expect(version, name).not.toBe("")
    expect(license, name).not.toBe("")
  }
})

test("[HELP-3] credited is what the app needs, directly or through others, and nothing else", () => {
  const locked = (version: string, dependencies: Readonly<Record<string, string>> = {}) => ({
    version,
    license: "MIT",
    dependencies,
  })
  const lock = {
    packages: {
      "": locked("1.0.0", { shown: "1.0.0" }),
      "node_modules/shown": locked("1.0.0", { inner: "^2.0.0", outer: "^1.0.0" }),
      "node_modules/shown/node_modules/inner": locked("2.0.0", { shown: "^1.0.0", outer: "^1.0.0" }),
      "node_modules/inner": locked("1.0.0"),
      "node_modules/outer": locked("1.0.0", { inner: "^1.0.0" }),
      "node_modules/tool": locked("3.0.0", { outer: "^1.0.0" }),
      "node_modules/workbox-core": locked("7.0.0"),
    },
  }
  expect(creditsOf(lock).map(({ name, version }) => `${name} ${version}`)).toEqual([
    "inner 1.0.0",
    "inner 2.0.0",
    "outer 1.0.0",
    "shown 1.0.0",
    "workbox-core 7.0.0",
  ])
})
