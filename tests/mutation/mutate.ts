import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { EXIT_FAILED, runCommand } from "../../emulator/cli/flags.ts"
import { ROOT } from "../house/files.ts"
import { type Judged, judge } from "./judge.ts"
import { drawn, MUTATED, mutantsOf, mutatedFiles } from "./mutants.ts"
import { shareText } from "./share.ts"

/**
 * `npm run mutate`: measures how many generated bugs the tests find (SIM-4). StrykerJS generates the mutants, and a
 * seed draws a sample. The Node tests that reach a mutant run first, then the compiler, then seeds of the simulator,
 * then the browser tests of adapters and workers. It prints the finds of each, and writes the survivors to a file.
 */

const USAGE = "npm run mutate -- [--sample N] [--seed S] [--seeds N] [--only PATH] [--tests PATH] [--out FILE]"

const DEFAULT_SAMPLE = 100
const SAMPLE_MAX = 100_000
/** Simulator seeds per mutant: more seeds find little more (docs/measurements.md). */
const DEFAULT_SEEDS = 100
const SEEDS_MAX = 100_000

const chosenFiles = (only: string | undefined): readonly string[] =>
  mutatedFiles().filter((file) => only === undefined || file === only || file.startsWith(`${only}/`))

const report = (judged: readonly Judged[]): void => {
  const counted = judged.filter(({ by }) => by !== "equivalent")
  const found = (by: Judged["by"], among = counted) => among.filter((one) => one.by === by).length
  for (const by of ["unit tests", "compiler", "seeds", "browser tests", "nothing"] as const)
    console.log(`${`found by ${by}:`.padEnd(24)}${shareText(found(by), counted.length)}`)
  if (counted.length < judged.length) console.log(`equivalent, left out:   ${judged.length - counted.length}`)
  for (const folder of MUTATED) {
    const here = counted.filter(({ mutant }) => mutant.file.startsWith(`${folder}/`))
    if (here.length > 0)
      console.log(`nothing, in ${folder}:`.padEnd(32) + shareText(found("nothing", here), here.length))
  }
}

await runCommand("mutate", USAGE, async (flags) => {
  const sample = flags.integer("sample", { min: 1, max: SAMPLE_MAX }) ?? DEFAULT_SAMPLE
  const seed = flags.integer("seed", { min: 0, max: Number.MAX_SAFE_INTEGER }) ?? Math.floor(Date.now() / 1_000)
  const seeds = flags.integer("seeds", { min: 0, max: SEEDS_MAX }) ?? DEFAULT_SEEDS
  const only = flags.text("only")
  const tests = flags.text("tests")
  const out = flags.text("out") ?? join("test-results", `mutants-${seed}.json`)
  flags.end()
  const all = await mutantsOf(chosenFiles(only))
  const mutants = drawn(all, sample, seed)
  console.log(`seed ${seed}: ${mutants.length} of ${all.length} mutants drawn`)
  // Stryker and the compiler copy the whole project there and change the copy.
  const folder = mkdtempSync(join(tmpdir(), "sightline-mutants-"))
  try {
    const judged = await judge(mutants, { folder, seeds, tests: tests === undefined ? undefined : [tests] })
    report(judged)
    mkdirSync(dirname(join(ROOT, out)), { recursive: true })
    const left = judged.filter(({ by }) => by === "nothing")
    writeFileSync(join(ROOT, out), `${JSON.stringify({ seed, sample, seeds, left, judged }, null, 2)}\n`)
    console.log(`${left.length} found by nothing: ${out}`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  if (mutants.length === 0) process.exitCode = EXIT_FAILED
})
