import { globSync, readFileSync } from "node:fs"
import { isAbsolute, join, relative } from "node:path"
import type { Mutant as StrykerMutant } from "@stryker-mutator/api/core"
import { Instrumenter } from "@stryker-mutator/instrumenter"
import { Prng } from "../../emulator/simulator/prng.ts"
import { ROOT } from "../house/files.ts"

/** The generated mutants of the product: all that StrykerJS makes, not a person's choice (SIM-4). */

/** The parts that unit tests and seeds run. */
export const MUTATED = ["src/domain", "src/adapters", "src/workers", "bridge", "emulator/model"] as const

/** Lines count from 1, columns from 0. `end` is after the last character. */
interface Position {
  readonly line: number
  readonly column: number
}

export interface Mutant {
  /** Path from the root of the repository. */
  readonly file: string
  readonly start: Position
  readonly end: Position
  readonly mutator: string
  readonly replacement: string
}

/** Hides the messages of Stryker. */
const quiet = {
  isTraceEnabled: () => false,
  isDebugEnabled: () => false,
  isInfoEnabled: () => false,
  isWarnEnabled: () => false,
  isErrorEnabled: () => false,
  isFatalEnabled: () => false,
  trace: () => {},
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: () => {},
  fatal: () => {},
}

export const mutatedFiles = (): readonly string[] =>
  globSync(
    MUTATED.map((folder) => `${folder}/**/*.ts`),
    { cwd: ROOT },
  ).sort()

type Generated = Pick<StrykerMutant, "fileName" | "location" | "mutatorName" | "replacement">

/** Converts Stryker's internal lines, which count from 0. */
export const placed = ({ fileName, location: { start, end }, mutatorName, replacement }: Generated): Mutant => ({
  file: isAbsolute(fileName) ? relative(ROOT, fileName) : fileName,
  start: { line: start.line + 1, column: start.column },
  end: { line: end.line + 1, column: end.column },
  mutator: mutatorName,
  replacement,
})

/** All mutants of the files, in the order of the text. */
export const mutantsOf = async (files: readonly string[]): Promise<readonly Mutant[]> => {
  const texts = files.map((name) => ({ name, mutate: true, content: readFileSync(join(ROOT, name), "utf8") }))
  const options = { plugins: null, ignorers: [], excludedMutations: [], noHeader: true }
  const { mutants } = await new Instrumenter(quiet).instrument(texts, options)
  return mutants.map(placed)
}

/** The same for a mutant in any report. */
export const nameOf = ({ file, start, end, replacement }: Mutant): string =>
  `${file}:${start.line}:${start.column}-${end.line}:${end.column} ${replacement}`

/** Draws this many of them with equal probability. The same seed and text give the same ones. */
export const drawn = (mutants: readonly Mutant[], sample: number, seed: number): readonly Mutant[] => {
  const dice = new Prng(seed, "mutants")
  const left = [...mutants]
  const taken: Mutant[] = []
  while (taken.length < sample && left.length > 0) {
    const at = dice.below(left.length)
    const [one] = left.splice(at, 1)
    if (one !== undefined) taken.push(one)
  }
  return taken
}
