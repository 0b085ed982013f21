import { existsSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { describe, expect, test } from "vitest"
import { listPaths, ROOT, readFiles } from "./files.ts"

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
    // The row of an unmet requirement may name a future command.
    const built = read(path).replace(/^\|.*\| not yet \|$/gm, "")
    const commands = [...built.matchAll(/npm run (\w+)/g)].map(([, name]) => name ?? "")
    expect(commands.filter((name) => !(name in scripts))).toEqual([])
  })
})

test("docs/interface.md names tests that exist, each by words of its title", () => {
  const cited = [...read("docs/interface.md").matchAll(/`(tests\/[^`]+)`(?:: ([^|[]+))?/g)]
  expect(cited.length).toBeGreaterThan(20)
  const missing = cited.flatMap(([, path = "", words = ""]) => {
    const source = existsSync(join(ROOT, path)) ? read(path) : ""
    const titles = words
      .replace(/`.*/, "")
      .split(";")
      .map((each) => each.trim())
      .filter(Boolean)
    return source === ""
      ? [path]
      : titles.filter((title) => !source.includes(title)).map((title) => `${path}: ${title}`)
  })
  expect(missing).toEqual([])
})

/** References to papers outside the project, and to sections of them, by number or by name. */
const FOREIGN =
  /\bS \d\b|\bdesign\.md\b|\bspecification(?:\.md|'s| section| does| says)|(?<!\w)\(look, |\bthe designs\b|\bfindings of the review\b|\ba later issue\b/i

describe("what is cited", () => {
  test("is in the project: rows of docs/requirements.md, decisions, invariants", () => {
    const own = "tests/house/documents.test.ts"
    const code = readFiles(["src", "bridge", "device", "emulator", "build", "tests"], [".ts", ".tsx", ".css"])
    const prose = documents.map((path) => ({ path, source: read(path) }))
    const citing = [...code, ...prose].flatMap(({ path, source }) =>
      source.split("\n").flatMap((line, at) => (path !== own && FOREIGN.test(line) ? [`${path}:${at + 1}`] : [])),
    )
    expect(citing).toEqual([])
  })

  test("exists: a row that is named is in docs/requirements.md", () => {
    const rows = new Set([...read("docs/requirements.md").matchAll(/^\| ([A-Z0-9]+-\d+) \|/gm)].map(([, id]) => id))
    const areas = new Set([...rows].map((id) => id?.split("-")[0]))
    const named = readFiles(["src", "bridge", "emulator", "docs"], [".ts", ".tsx", ".md"]).flatMap(({ path, source }) =>
      [...source.matchAll(/\b([A-Z0-9]+)-(\d+)\b/g)].flatMap(([id, area]) =>
        areas.has(area) && !rows.has(id) ? [`${path}: ${id}`] : [],
      ),
    )
    expect(named).toEqual([])
  })
})
