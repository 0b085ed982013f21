import { writeFileSync } from "node:fs"
import type { Reporter, TestCase, TestModule } from "vitest/node"
import { judgeRetry } from "./retries.ts"

/** The file for the counts of a run, as JSON of `Counts`. */
export const COUNTS_FILE_VARIABLE = "SIGHTLINE_TEST_COUNTS"

export interface TestCounts {
  readonly passed: number
  readonly failed: number
}

/** A suite or file that breaks outside its tests would otherwise fail without a count. */
function countErrorsOutsideTests(module: TestModule): number {
  let count = module.errors().length
  for (const suite of module.children.allSuites()) count += suite.errors().length
  return count
}

const attemptedOf = (test: TestCase) => ({
  name: test.fullName,
  file: test.module.relativeModuleId,
  retries: test.diagnostic()?.retryCount ?? 0,
  errors: test.result().errors ?? [],
})

/** A run of named tests leaves out the others. A test that is skipped for any other reason has not passed. */
const isLeftOut = (test: TestCase): boolean => {
  const { testNamePattern } = test.project.config
  return test.result().state === "skipped" && testNamePattern !== undefined && !test.fullName.match(testNamePattern)
}

/** Counts a run for `npm test`, and names every test that needed another attempt. */
export default class CountReporter implements Reporter {
  readonly #say: (line: string) => void
  counts: TestCounts = { passed: 0, failed: 0 }

  constructor(say: unknown = undefined) {
    this.#say = typeof say === "function" ? (line) => say(line) : console.log
  }

  onTestRunEnd(modules: ReadonlyArray<TestModule>, unhandledErrors: ReadonlyArray<unknown>): void {
    let passed = 0
    let forgiven = 0
    let failed = unhandledErrors.length
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        if (isLeftOut(test)) continue
        const hasPassed = test.result().state === "passed"
        const retry = hasPassed ? judgeRetry(attemptedOf(test), forgiven) : undefined
        if (retry !== undefined) this.#say(retry.line)
        if (retry?.isForgiven) forgiven += 1
        if (hasPassed && retry?.isForgiven !== false) passed += 1
        else failed += 1
      }
      failed += countErrorsOutsideTests(module)
    }
    this.counts = { passed, failed }
    const file = process.env[COUNTS_FILE_VARIABLE]
    if (file !== undefined) writeFileSync(file, JSON.stringify(this.counts))
  }
}
