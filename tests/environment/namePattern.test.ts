import * as fc from "fast-check"
import { expect, test } from "vitest"
import { runCommand } from "../commands/process.ts"
import { patternOf, withPattern } from "./namePattern.ts"

const COMMAND = "tests/environment/runTests.ts"
const ONE = ["--project", "node", "tests/domain/codes.test.ts"]
const TITLE = "[AUTH-12] a code is six digits, and no text with fewer or more is one"

test.each([
  ["a row", ["-t", "[AUTH-12]"], 0, /^[1-9]\d* passed, 0 failed$/m],
  ["a whole title", [`--testNamePattern=${TITLE}`], 0, /^[1-9]\d* passed, 0 failed$/m],
  ["no expression", ["-t", "six (digits"], 1, /^No test in these files has a title with six \(digits\n0 passed/m],
  ["nothing", ["-t"], 1, /^-t needs a part of a test's title behind it, such as -t "\[FW-6\]"\n0 passed, 1 failed$/m],
  ["two names", ["-t", "a", "-t", "b"], 1, /^-t can be given once: join titles by \|\n0 passed, 1 failed$/m],
])(
  "[HOUSE-4] npm test -- FILE -t takes a row as it is written, and else a sentence: %s",
  async (_what, args, code, says) => {
    const run = await runCommand(COMMAND, ...ONE, ...args)
    expect(`${run.err}${run.out}`).toMatch(says)
    expect(run.code).toBe(code)
    expect(run.err).not.toContain("    at ")
  },
)

test("any title finds itself, and an expression still finds what it did", () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), (title) => {
      expect(new RegExp(patternOf(title)).test(title)).toBe(true)
    }),
  )
  fc.assert(
    fc.property(fc.constantFrom("DEVICE-9", "FW-6", "UX-12"), fc.string(), (row, rest) => {
      expect(new RegExp(patternOf(`[${row}]${rest}`)).test(`[${row}]${rest}`)).toBe(true)
      expect(new RegExp(patternOf(`[${row}]`)).test(row)).toBe(false)
    }),
  )
  expect(new RegExp(patternOf("^resumes|[a-f]+ at \\d")).test("abc at 7")).toBe(true)
  expect(withPattern(["a.test.ts", "--retry=0"])).toEqual({ args: ["a.test.ts", "--retry=0"], asked: null })
})
