import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { afterAll, expect } from "vitest"
import { ROOT } from "../house/files.ts"

/**
 * A copy of the domain with these files of `tests/domain`, in which a test follows a recipe of CONTRIBUTING. It is
 * removed after the test file.
 */
export const copyOfDomain = (...tools: readonly string[]) => {
  const folder = mkdtempSync(join(tmpdir(), "sightline-recipe-"))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  cpSync(join(ROOT, "src/domain"), join(folder, "src/domain"), { recursive: true })
  mkdirSync(join(folder, "tests/domain"), { recursive: true })
  for (const name of tools) cpSync(join(ROOT, "tests/domain", name), join(folder, "tests/domain", name))
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"))
  return {
    folder,
    add: (path: string, source: string): void => {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), source)
    },
    /** Adds the line behind `after`, which must occur once in the file. */
    edit: (path: string, after: string, line: string): void => {
      const file = join(folder, path)
      const source = readFileSync(file, "utf8")
      expect(source.split(after), `${path} has one place for it`).toHaveLength(2)
      writeFileSync(file, source.replace(after, `${after}${line}`))
    },
  }
}
