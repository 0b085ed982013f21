import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { expect, onTestFinished, test } from "vitest"
import { startVitest } from "vitest/node"
import CountReporter from "./countReporter.ts"
import { FORGIVEN_MAX, judgeRetry } from "./retries.ts"

const attempted = (retries: number, ...errors: ReadonlyArray<string>) => ({
  name: "a",
  file: "b.test.ts",
  retries,
  errors: errors.map((message) => ({ message })),
})

test("a test that passed at once is not named", () => {
  expect(judgeRetry(attempted(0), 0)).toBeUndefined()
})

test.each([
  "Test timed out in 120000ms.\nIf this is a long-running test",
  "Hook timed out in 240000ms.",
  "TimeoutError: locator.click: Timeout 30000ms exceeded.",
  "locator.click: Timeout 30000ms exceeded.\nCall log:",
])("a machine that ran out of time is named and forgiven: %s", (error) => {
  expect(judgeRetry(attempted(1, error), FORGIVEN_MAX - 1)).toEqual({
    isForgiven: true,
    line: expect.stringContaining("b.test.ts"),
  })
})

test("a property that ran out of time is forgiven, one with a counterexample is not", () => {
  const property = (message: string) => ({
    name: "a",
    file: "b.test.ts",
    retries: 1,
    errors: [{ message: "Property failed after 1 tests", cause: { message } }],
  })
  expect(judgeRetry(property("locator.click: Timeout 30000ms exceeded.\nCall log:"), 0)?.isForgiven).toBe(true)
  expect(judgeRetry(property("expected 1 to be 2"), 0)?.isForgiven).toBe(false)
})

test("a step of a browser that ran out of time is named with what it waited for", () => {
  const error =
    "locator.click: Timeout 1ms exceeded.\nCall log:\n\u001b[2m  - waiting for getByRole('button')\u001b[22m\n  - more"
  const line = judgeRetry(attempted(1, error), 0)?.line
  expect(line).toMatch(/: locator\.click: Timeout 1ms exceeded\. waiting for getByRole\('button'\)$/)
})

test.each([
  ["expected 1 to be 2"],
  ["expected 'Timeout 30000ms exceeded' to be ''"],
  ["Test timed out in 1ms.", "expected 1 to be 2"],
  [],
])("a race is not: %j", (...errors: ReadonlyArray<string>) => {
  expect(judgeRetry(attempted(1, ...errors), 0)?.isForgiven).toBe(false)
})

const OVER = "Test timed out in 120000ms."

test("a lost wake-up looks the same: neither the third of a run is forgiven, nor one that needed both further attempts", () => {
  expect(judgeRetry(attempted(1, OVER), FORGIVEN_MAX)?.isForgiven).toBe(false)
  expect(judgeRetry(attempted(2, OVER, OVER), 0)?.isForgiven).toBe(false)
})

/** A file of tests, each of which fails the given number of times before it passes. */
const failing = (failure: string, ...times: ReadonlyArray<number>) => `
import { expect, test } from "${fileURLToPath(import.meta.resolve("vitest"))}"
for (const [index, times] of ${JSON.stringify(times)}.entries()) {
  let attempts = 0
  test("races " + index, { retry: 2 }, () => { attempts += 1; if (attempts <= times) ${failure} })
}
test("holds", () => expect(1).toBe(1))
`
const TIMED_OUT = 'throw new Error("Test timed out in 5ms.")'

test.each([
  ["expect(1).toBe(2)", [1], { passed: 1, failed: 1 }],
  [TIMED_OUT, [1], { passed: 2, failed: 0 }],
  [TIMED_OUT, [2], { passed: 1, failed: 1 }],
  [TIMED_OUT, [1, 1], { passed: 3, failed: 0 }],
  [TIMED_OUT, [1, 1, 1, 1], { passed: 3, failed: 2 }],
  ["return expect.poll(() => 1, { timeout: 20 }).toBe(2)", [1], { passed: 2, failed: 0 }],
])("a run counts it: %s, %j times", async (failure, times, counts) => {
  const root = mkdtempSync(join(tmpdir(), "sightline-retries-"))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  writeFileSync(join(root, "race.test.ts"), failing(failure, ...times))
  const said: Array<string> = []
  const reporter = new CountReporter((line: string) => said.push(line))
  const vitest = await startVitest("test", [], { root, config: false, watch: false, reporters: [reporter] })
  await vitest.close()
  expect(reporter.counts).toEqual(counts)
  expect(said).toEqual(times.map((_, index) => expect.stringContaining(`race.test.ts: "races ${index}"`)))
})

test.each([
  [undefined, { passed: 2, failed: 2 }],
  ["goes in", { passed: 1, failed: 0 }],
  ["house > goes", { passed: 1, failed: 0 }],
  ["skipped", { passed: 0, failed: 1 }],
  ["nothing like it", { passed: 0, failed: 0 }],
])(
  "a test that is not asked for by -t %j is not counted, and one that is skipped is",
  async (testNamePattern, counts) => {
    const root = mkdtempSync(join(tmpdir(), "sightline-named-"))
    onTestFinished(() => rmSync(root, { recursive: true, force: true }))
    const file = `
import { describe, expect, test } from "${fileURLToPath(import.meta.resolve("vitest"))}"
describe("the house", () => {
  test("goes in", () => expect(1).toBe(1))
  test("stays out", () => expect(1).toBe(2))
  test.skip("is skipped", () => expect(1).toBe(1))
})
test("another", () => expect(1).toBe(1))
`
    writeFileSync(join(root, "named.test.ts"), file)
    const reporter = new CountReporter(() => undefined)
    const pattern = testNamePattern === undefined ? {} : { testNamePattern }
    const vitest = await startVitest("test", [], {
      root,
      config: false,
      watch: false,
      reporters: [reporter],
      ...pattern,
    })
    await vitest.close()
    expect(reporter.counts).toEqual(counts)
  },
)
