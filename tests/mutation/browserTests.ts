import { spawn } from "node:child_process"
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Schema } from "effect"
import { findOf } from "../../emulator/cli/plantedTests.ts"
import { ROOT } from "../house/files.ts"
import { asPlant } from "./asPlant.ts"
import { type Mutant, nameOf } from "./mutants.ts"

/**
 * The result of the browser tests for mutants, in a real Chromium. They run only for parts that nothing else can run.
 */

export const MUTANT_VARIABLE = "MUTANT"
const CONFIG = "tests/mutation/browser.config.ts"

const PlantText = Schema.Struct({
  name: Schema.String,
  file: Schema.String,
  find: Schema.String,
  replace: Schema.String,
  why: Schema.String,
})
/** Throws when the text does not come from `judgeByBrowser`. */
export const readMutant = Schema.decodeUnknownSync(Schema.fromJsonString(PlantText))

/** True for parts that run only in browsers. */
const isOfBrowsers = ({ file }: Mutant): boolean => /^src\/(?:adapters|workers)\//.test(file)

const run = (mutant: Mutant, output: string): Promise<number> => {
  const { promise, resolve } = Promise.withResolvers<number>()
  const vitest = join(ROOT, "node_modules/vitest/vitest.mjs")
  const words = ["related", mutant.file, "--run", "--passWithNoTests", "--project", "browser", "--config", CONFIG]
  const child = spawn(process.execPath, [vitest, ...words, "--reporter=json", `--outputFile=${output}`], {
    cwd: ROOT,
    env: { ...process.env, [MUTANT_VARIABLE]: JSON.stringify(asPlant(mutant)) },
    stdio: "ignore",
  })
  child.on("close", (code) => resolve(code ?? 1))
  return promise
}

/** A test that the mutant fails. Undefined when all pass. */
const failureOf = async (mutant: Mutant): Promise<string | undefined> => {
  const folder = mkdtempSync(join(tmpdir(), "sightline-mutant-"))
  try {
    const output = join(folder, "report.json")
    if ((await run(mutant, output)) === 0) return undefined
    if (!existsSync(output)) throw new Error(`the browser tests of ${nameOf(mutant)} left no report`)
    return findOf(asPlant(mutant), readFileSync(output, "utf8"))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A busy machine sometimes fails to load a page. A failure due to the mutant occurs again. */
const foundBy = async (mutant: Mutant): Promise<string | undefined> =>
  (await failureOf(mutant)) === undefined ? undefined : failureOf(mutant)

/** The failing tests, by the names of the mutants that were found. */
export const judgeByBrowser = async (mutants: readonly Mutant[]): Promise<ReadonlyMap<string, string>> => {
  const found = new Map<string, string>()
  for (const mutant of mutants.filter(isOfBrowsers)) {
    const test = await foundBy(mutant)
    console.error(`${nameOf(mutant)}: ${test ?? "no browser test"}`)
    if (test !== undefined) found.set(nameOf(mutant), test)
  }
  return found
}
