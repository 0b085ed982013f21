import { constants } from "node:os"
import { expect, onTestFinished, test, vi } from "vitest"
import { createIntake } from "../../desktop/intake.ts"
import { sentenceOf } from "../../desktop/problem.ts"

test("[DESK-1] no reason of the system is shown by its code", () => {
  for (const code of Object.keys(constants.errno)) {
    const error = Object.assign(new Error(`${code}: the words of the system, open '/a/b'`), { code, path: "/a/b" })
    expect(sentenceOf(error)).toMatch(/^\/a\/b cannot be used: [a-z][^:']*$/)
  }
})

test("[BRIDGE-6] of a flood of messages some are read, one sentence says why not all, and later ones are read again", () => {
  vi.useFakeTimers({ toFake: ["performance"] })
  onTestFinished(() => void vi.useRealTimers())
  const said: string[] = []
  const { judge } = createIntake((line) => said.push(line))
  const verdicts = (count: number, bytes: number) => new Set(Array.from({ length: count }, () => judge(bytes)))
  expect(judge(50_000_000)).toBe("large")
  expect(judge(50_000_000)).toBe("large")
  expect(verdicts(100, 300)).toEqual(new Set(["read"]))
  expect(verdicts(10_000, 300)).toEqual(new Set(["read", "early"]))
  expect(said).toEqual([expect.stringContaining("50000000 bytes"), expect.stringContaining("faster than")])
  vi.advanceTimersByTime(5_000)
  expect(verdicts(30, 1_000_000)).toEqual(new Set(["read"]))
  expect(verdicts(30, 1_000_000)).toEqual(new Set(["read", "early"]))
})
