import { writeFileSync } from "node:fs"
import type { Reporter, TestModule } from "vitest/node"

/** Names the file into which the counts of a run are written, as JSON of `Counts`. */
export const COUNTS_FILE_VARIABLE = "SIGHTLINE_TEST_COUNTS"

export interface Counts {
  readonly passed: number
  readonly failed: number
}

/** A suite or file that breaks outside its tests would otherwise fail without being counted. */
function countErrorsOutsideTests(module: TestModule): number {
  let count = module.errors().length
  for (const suite of module.children.allSuites()) count += suite.errors().length
  return count
}

export default class CountReporter implements Reporter {
  onTestRunEnd(modules: ReadonlyArray<TestModule>, unhandledErrors: ReadonlyArray<unknown>): void {
    let passed = 0
    let failed = unhandledErrors.length
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        const { state } = test.result()
        if (state === "passed") passed += 1
        else failed += 1
      }
      failed += countErrorsOutsideTests(module)
    }
    const file = process.env[COUNTS_FILE_VARIABLE]
    if (file !== undefined) writeFileSync(file, JSON.stringify({ passed, failed } satisfies Counts))
  }
}
