import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, test } from "vitest"
import { listPaths, ROOT } from "./files.ts"

/** Longer records become diaries. Figures belong into docs/measurements.md, history into git. */
const RECORD_LINES_MAX = 40

const records = listPaths(["docs/decisions"]).filter((path) => path.endsWith(".md"))
const read = (path: string) => readFileSync(join(ROOT, path), "utf8").trimEnd()

describe("[HOUSE-3] decision records", () => {
  test("are numbered from 1 without a gap", () => {
    const numbers = records.map((path) => Number(path.match(/(\d{4})-[a-z0-9-]+\.md$/)?.[1]))
    expect(numbers.toSorted((a, b) => a - b)).toEqual(records.map((_, index) => index + 1))
  })

  test.each(records)("%s has context, decision, consequences and status in at most 40 lines", (path) => {
    const text = read(path)
    expect(text.split("\n").length).toBeLessThanOrEqual(RECORD_LINES_MAX)
    const headings = text.split("\n").flatMap((line) => (line.startsWith("## ") ? [line.slice("## ".length)] : []))
    expect(headings).toEqual(["Context", "Decision", "Consequences", "Status"])
  })
})
