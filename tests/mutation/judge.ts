import { join } from "node:path"
import type { Plant } from "../../emulator/simulator/plants/plant.ts"
import { asPlant } from "./asPlant.ts"
import { judgeByBrowser } from "./browserTests.ts"
import { judgeByCompiler } from "./compiler.ts"
import { isEquivalent } from "./equivalents.ts"
import { type Mutant, nameOf } from "./mutants.ts"
import { judgeBySeeds } from "./seeds.ts"
import { judgeByTests, type Verdict } from "./unitTests.ts"

/** The finders of each mutant. Each runs only for the mutants that those before it missed. */

export interface Judged {
  readonly name: string
  readonly by: "unit tests" | "compiler" | "seeds" | "browser tests" | "nothing" | "equivalent"
  /** The result of the Node tests. */
  readonly tests: Verdict | undefined
  /** The result of the compiler, a seed or a browser test. */
  readonly what: string | undefined
  readonly mutant: Mutant
  readonly change: Pick<Plant, "find" | "replace">
}

export interface Judging {
  /** An empty folder for the output of Stryker and the compiler. */
  readonly folder: string
  /** Seeds of the simulator per mutant. */
  readonly seeds: number
  /** The only Node tests to run. Undefined for all. */
  readonly tests: readonly string[] | undefined
}

export const judge = async (
  mutants: readonly Mutant[],
  { folder, seeds, tests }: Judging,
): Promise<readonly Judged[]> => {
  const asked = mutants.filter((mutant) => !isEquivalent(mutant))
  const byTests = await judgeByTests(asked, join(folder, "stryker"), tests)
  const unfound = asked.filter((mutant) => byTests.get(nameOf(mutant)) !== "found")
  const byCompiler = await judgeByCompiler(unfound, join(folder, "compiler"))
  const missed = unfound.filter((mutant) => !byCompiler.has(nameOf(mutant)))
  if (seeds > 0) console.error(`${missed.length} go to the seeds`)
  const bySeeds: Awaited<ReturnType<typeof judgeBySeeds>> = seeds === 0 ? new Map() : await judgeBySeeds(missed, seeds)
  const left = missed.filter((mutant) => !bySeeds.has(nameOf(mutant)))
  const byBrowser = await judgeByBrowser(left)
  return mutants.map((mutant) => {
    const name = nameOf(mutant)
    const verdict = byTests.get(name)
    const refused = byCompiler.get(name)
    const seeded = bySeeds.get(name)
    const { find, replace } = asPlant(mutant)
    const rest = { name, tests: verdict, mutant, change: { find, replace } }
    if (verdict === undefined) return { ...rest, by: "equivalent", what: undefined }
    if (verdict === "found") return { ...rest, by: "unit tests", what: undefined }
    if (refused !== undefined) return { ...rest, by: "compiler", what: refused }
    if (seeded !== undefined) return { ...rest, by: "seeds", what: seeded.what }
    const test = byBrowser.get(name)
    return { ...rest, by: test === undefined ? "nothing" : "browser tests", what: test }
  })
}
