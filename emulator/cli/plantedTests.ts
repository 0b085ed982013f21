import { spawn } from "node:child_process"
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { Result, Schema } from "effect"
import type { Plant } from "../simulator/plants/plant.ts"

/** Runs Node tests with a planted bug, and names the test that finds it. */

const ROOT = fileURLToPath(new URL("../../", import.meta.url))
const CONFIG = "tests/environment/plantedConfig.ts"

const Report = Schema.Struct({
  testResults: Schema.Array(
    Schema.Struct({
      name: Schema.String,
      message: Schema.String,
      assertionResults: Schema.Array(Schema.Struct({ status: Schema.String, title: Schema.String })),
    }),
  ),
})
const decodeReport = Schema.decodeUnknownResult(Schema.fromJsonString(Report))

/** `paths`: the tests to run. Without them, the tests that load the file with the bug. */
const runTests = (plant: Plant, paths: readonly string[] | undefined, file: string): Promise<number> => {
  const { promise, resolve } = Promise.withResolvers<number>()
  const vitest = join(ROOT, "node_modules/vitest/vitest.mjs")
  const output = ["--reporter=json", `--outputFile=${file}`]
  const which = paths === undefined ? ["related", plant.file, "--run", "--passWithNoTests"] : ["run", ...paths]
  const child = spawn(process.execPath, [vitest, ...which, "--config", CONFIG, ...output], {
    cwd: ROOT,
    env: { ...process.env, PLANT: plant.name },
    stdio: "ignore",
  })
  child.on("close", (code) => resolve(code ?? 1))
  return promise
}

const failedIn = ({ testResults }: typeof Report.Type): string | undefined => {
  for (const { name, message, assertionResults } of testResults) {
    const failed = assertionResults.find(({ status }) => status === "failed")
    const path = name.slice(ROOT.length)
    if (failed !== undefined) return `${path}: ${failed.title}`
    if (message !== "") return `${path}: ${message.split("\n", 1)[0]}`
  }
  return undefined
}

/**
 * The finder of the bug in a failed run. An error outside of any test fails the run too, while every test passes. A run
 * without tests, or without a report, says nothing about the bug.
 */
export const findOf = ({ name }: Plant, report: string): string => {
  const read = decodeReport(report)
  if (Result.isFailure(read)) throw new Error(`the tests of plant ${name} left a report that cannot be read`)
  if (read.success.testResults.length === 0) throw new Error(`plant ${name} names tests that are not there`)
  return failedIn(read.success) ?? "an error outside any test"
}

const foundIn = async (plant: Plant, paths?: readonly string[]): Promise<string | undefined> => {
  const folder = mkdtempSync(join(tmpdir(), "sightline-planted-"))
  try {
    const file = join(folder, "report.json")
    if ((await runTests(plant, paths, file)) === 0) return undefined
    if (!existsSync(file)) throw new Error(`the tests of plant ${plant.name} left no report`)
    return findOf(plant, readFileSync(file, "utf8"))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The first test that the bug fails. Undefined when all pass. */
export const findByTests = async (plant: Plant): Promise<string | undefined> => {
  const named = plant.tests === undefined ? undefined : await foundIn(plant, plant.tests)
  return named ?? foundIn(plant)
}
