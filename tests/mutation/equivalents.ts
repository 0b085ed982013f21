import { readFileSync } from "node:fs"
import { join } from "node:path"
import { Schema } from "effect"
import { ROOT } from "../house/files.ts"
import { asPlant } from "./asPlant.ts"
import type { Mutant } from "./mutants.ts"

/**
 * Mutants that nothing can find, because the program behaves the same with them. Each has a reason that a reader can
 * check.
 */

const FILE = "tests/mutation/equivalents.json"

const Equivalent = Schema.Struct({
  file: Schema.String,
  /** Both in the form of the file of survivors. */
  find: Schema.String,
  replace: Schema.String,
  reason: Schema.String,
})

export const equivalents = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Array(Equivalent)))(
  readFileSync(join(ROOT, FILE), "utf8"),
)

export const isEquivalent = (mutant: Mutant): boolean => {
  const plant = asPlant(mutant)
  return equivalents.some(
    ({ file, find, replace }) => file === plant.file && find === plant.find && replace === plant.replace,
  )
}
