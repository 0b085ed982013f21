import { existsSync } from "node:fs"
import { describe, expect, test } from "vitest"
import packageJson from "../../package.json" with { type: "json" }
import { readFiles } from "./files.ts"

/** The packages that the product had to use, and the folder of each. */
const places: Readonly<Record<string, string>> = {
  react: "src/app",
  "react-dom": "src/app",
  "react-router-dom": "src/app",
  "react-aria-components": "src/app/ui",
  i18next: "src/app/i18n",
  "react-i18next": "src/app",
  effect: "src/domain",
  rxjs: "src/adapters",
  dexie: "src/adapters/storage",
  "dexie-react-hooks": "src/app/log",
  comlink: "src/adapters/workers",
  "hash-wasm": "src/workers",
  "fast-check": "tests",
  vitest: "tests",
}

const folders = ["src/app", "src/domain", "src/workers", "src/adapters", "emulator", "locales", "tests"]

describe("the shape asked for", () => {
  test.each(Object.entries(places))("[CARD-1] %s is pinned and used in %s", (name, place) => {
    const { dependencies, devDependencies } = packageJson
    expect(Object.keys({ ...dependencies, ...devDependencies })).toContain(name)
    const importing = new RegExp(`from "${name}(?:/[^"]*)?"`)
    expect(readFiles([place], [".ts", ".tsx"]).some(({ source }) => importing.test(source))).toBe(true)
  })

  test.each([...folders, "package.json", "vite.config.ts"])("[CARD-1] %s is there", (path) => {
    expect(existsSync(new URL(`../../${path}`, import.meta.url))).toBe(true)
  })
})
