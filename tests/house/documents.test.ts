import { existsSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { describe, expect, test } from "vitest"
import { listPaths, ROOT } from "./files.ts"

const documents = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", ...listPaths(["docs"])].filter((path) =>
  path.endsWith(".md"),
)
const read = (path: string) => readFileSync(join(ROOT, path), "utf8")

describe.each(documents)("%s", (path) => {
  test("links only to files that exist", () => {
    const targets = [...read(path).matchAll(/(?<!!)\[[^\]]*\]\(([^)#\s]+)[^)]*\)/g)].map(([, target]) => target ?? "")
    const local = targets.filter((target) => !/^[a-z]+:/.test(target))
    expect(local.filter((target) => !existsSync(join(ROOT, dirname(path), target)))).toEqual([])
  })

  test("names only scripts that exist", () => {
    const { scripts }: { scripts: Record<string, string> } = JSON.parse(read("package.json"))
    const commands = [...read(path).matchAll(/npm run (\w+)/g)].map(([, name]) => name ?? "")
    expect(commands.filter((name) => !(name in scripts))).toEqual([])
  })
})
