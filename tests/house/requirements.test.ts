import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, test } from "vitest"
import { ROOT, readFiles } from "./files.ts"
import { collectProofs, disagreements, REQUIREMENTS_FILE, readRows, withProofs } from "./requirements.ts"

describe("docs/requirements.md", () => {
  const rows = readRows(readFileSync(join(ROOT, REQUIREMENTS_FILE), "utf8"))

  test("says of each requirement exactly which tests name it (update-requirements.ts rewrites it)", () => {
    const proofs = collectProofs(readFiles(["tests"], [".ts", ".tsx"]))
    expect(disagreements(rows, proofs)).toEqual([])
  })

  test("numbers the rows of a group from 1 without a gap, so that none is lost", () => {
    const next = new Map<string, number>()
    for (const { id } of rows) {
      const [group = "", number = ""] = id.split("-")
      expect(Number(number), id).toBe(next.get(group) ?? 1)
      next.set(group, Number(number) + 1)
    }
    expect(next.size).toBeGreaterThan(20)
  })
})

describe("the comparison of requirements and titles", () => {
  const table = (proof: string) => `| ID | Requirement | Proven by |\n|---|---|---|\n| FW-6 | a \\| b | ${proof} |\n`
  const titled = (title: string, form = "test") => [
    { path: "tests/domain/a.test.ts", source: `${form}("${title}", () => {})` },
  ]
  const compare = (proof: string, tests: Parameters<typeof collectProofs>[0]) =>
    disagreements(readRows(table(proof)), collectProofs(tests))

  test("accepts agreement, in any form of test", () => {
    expect(compare("not yet", [])).toEqual([])
    for (const form of ["test", "it", "it.effect", "test.each([1])"]) {
      expect(compare("tests/domain/a.test.ts", titled("[FW-6] resumes", form)), form).toEqual([])
    }
    expect(compare("tests/domain/a.test.ts; in part: no USB", titled("[FW-6] resumes"))).toEqual([])
  })

  test("finds a claim without a test, a test without a claim, an unknown ID, an empty half, a repeated row", () => {
    expect(compare("tests/domain/a.test.ts", titled("resumes"))).toEqual([expect.stringContaining("no title names it")])
    expect(compare("not yet", titled("[FW-6] resumes"))).toEqual([expect.stringContaining("its row omits")])
    expect(compare("not yet", titled("[FW-99] resumes"))).toEqual([expect.stringContaining("is no requirement")])
    expect(compare("not yet", titled("[nonsense] resumes"))).toEqual([expect.stringContaining("is no requirement")])
    expect(compare("not yet; in part: all", [])).toEqual([expect.stringContaining("in part")])
    expect(disagreements(readRows(table("not yet").repeat(2)), new Map())).toEqual(["FW-6 has two rows"])
  })

  test("ignores IDs that no test title starts with", () => {
    expect(compare("not yet", titled("see [FW-6]"))).toEqual([])
    expect(compare("not yet", titled("[FW-6] group", "describe"))).toEqual([])
    expect(compare("not yet", [{ path: "tests/a.test.ts", source: `// test("[FW-6] a")` }])).toEqual([])
  })

  test("rewrites the column so that both agree, keeping text and notes", () => {
    const tests = titled("[FW-6] resumes")
    const rewritten = withProofs(table("tests/gone.test.ts; in part: no USB"), collectProofs(tests))
    expect(rewritten).toBe(table("tests/domain/a.test.ts; in part: no USB"))
    expect(withProofs(rewritten, new Map())).toBe(table("not yet"))
  })
})
