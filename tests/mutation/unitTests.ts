import { availableParallelism } from "node:os"
import { relative } from "node:path"
import { fileURLToPath } from "node:url"
import type { MutantResult } from "@stryker-mutator/api/core"
import { Stryker } from "@stryker-mutator/core"
import { ROOT } from "../house/files.ts"
import { type Mutant, nameOf } from "./mutants.ts"
import { DRAWN_OPTION } from "./onlyDrawn.ts"
import { withOnlyTests } from "./onlyTests.ts"

/** The results of the Node tests for mutants: StrykerJS activates one at a time and runs the tests that reach it. */

/** `unreached`: no test runs the mutated code. */
export type Verdict = "found" | "missed" | "unreached"

const CONFIG = "tests/mutation/stryker.json"

const rangeOf = ({ file, start, end }: Mutant): string =>
  `${file}:${start.line}:${start.column}-${end.line}:${end.column}`

const verdicts: Partial<Record<MutantResult["status"], Verdict>> = {
  Killed: "found",
  Timeout: "found",
  // The tests could not even be loaded.
  RuntimeError: "found",
  Survived: "missed",
  NoCoverage: "unreached",
}

/** In a result of Stryker lines and columns count from 1. */
const nameOfResult = ({ fileName, location: { start, end }, mutatorName, replacement = "" }: MutantResult): string =>
  nameOf({
    file: relative(ROOT, fileName),
    start: { ...start, column: start.column - 1 },
    end: { ...end, column: end.column - 1 },
    mutator: mutatorName,
    replacement,
  })

/**
 * The verdict on each mutant, by its name. `folder` receives Stryker's output. Rejects when a test fails without a
 * mutant.
 */
export const judgeByTests = async (
  mutants: readonly Mutant[],
  folder: string,
  only?: readonly string[],
): Promise<ReadonlyMap<string, Verdict>> => {
  const names = mutants.map(nameOf)
  const stryker = new Stryker({
    configFile: CONFIG,
    mutate: mutants.map(rangeOf),
    plugins: ["@stryker-mutator/vitest-runner", fileURLToPath(new URL("onlyDrawn.ts", import.meta.url))],
    [DRAWN_OPTION]: names,
    // One further process, because one only checks which mutants were drawn, and ends soon.
    concurrency: availableParallelism() + 1,
    tempDirName: folder,
  })
  const results = await withOnlyTests(only, () => stryker.runMutationTest())
  // No test loads any of the files.
  if (results.length === 0) return new Map(names.map((name) => [name, "unreached"]))
  const found = new Map(
    results.flatMap((result): readonly (readonly [string, Verdict])[] => {
      const verdict = verdicts[result.status]
      return verdict === undefined ? [] : [[nameOfResult(result), verdict]]
    }),
  )
  const lost = names.filter((name) => !found.has(name))
  if (lost.length > 0) throw new Error(`Stryker says nothing of ${lost.join("; ")}`)
  return found
}
