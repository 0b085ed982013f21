import { spawn } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import type { Plant } from "../simulator/plants/plant.ts"

/** Node tests with a bug planted: which of them finds it. */

const ROOT = fileURLToPath(new URL("../../", import.meta.url))
const CONFIG = "tests/environment/plantedConfig.ts"

interface Report {
  readonly testResults: readonly {
    readonly name: string
    readonly message: string
    readonly assertionResults: readonly { readonly status: string; readonly title: string }[]
  }[]
}

/** `paths`: these tests; without them those that load the file with the bug. */
const runTests = (plant: Plant, paths: readonly string[] | undefined, file: string): Promise<number> => {
  const { promise, resolve } = Promise.withResolvers<number>()
  const vitest = join(ROOT, "node_modules/vitest/vitest.mjs")
  const output = ["--reporter=json", `--outputFile=${file}`]
  const which = paths === undefined ? ["related", plant.file, "--run"] : ["run", ...paths]
  const child = spawn(process.execPath, [vitest, ...which, "--config", CONFIG, ...output], {
    cwd: ROOT,
    env: { ...process.env, PLANT: plant.name },
    stdio: "ignore",
  })
  child.on("close", (code) => resolve(code ?? 1))
  return promise
}

const failedIn = ({ testResults }: Report): string | undefined => {
  for (const { name, message, assertionResults } of testResults) {
    const failed = assertionResults.find(({ status }) => status === "failed")
    const path = name.slice(ROOT.length)
    if (failed !== undefined) return `${path}: ${failed.title}`
    if (message !== "") return `${path}: ${message.split("\n", 1)[0]}`
  }
  return undefined
}

const foundIn = async (plant: Plant, paths?: readonly string[]): Promise<string | undefined> => {
  const folder = mkdtempSync(join(tmpdir(), "sightline-planted-"))
  try {
    const file = join(folder, "report.json")
    const code = await runTests(plant, paths, file)
    if (code === 0) return undefined
    const report: Report = JSON.parse(readFileSync(file, "utf8"))
    return failedIn(report)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The first test that fails of the bug; undefined when all pass. */
export const findByTests = async (plant: Plant): Promise<string | undefined> => {
  const named = plant.tests === undefined ? undefined : await foundIn(plant, plant.tests)
  return named ?? foundIn(plant)
}
