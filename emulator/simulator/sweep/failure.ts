import { invariants } from "../violation.ts"
import { type Case, outcomeOf, shrink } from "./shrink.ts"

export interface SeedFailure {
  readonly seed: number
  readonly invariant: number
  /** The text of the invariant. */
  readonly meaning: string
  readonly what: string
  /** The smallest found case that fails in the same way. */
  readonly smallest: Case
  /** The command that repeats it. */
  readonly repeat: string
  /** The story up to the failure: who did what, and when. */
  readonly story: readonly string[]
}

export const commandOf = ({ seed, steps, devices, kept, plant }: Case): string => {
  const keep = kept === undefined ? "" : ` --keep ${kept.length === 0 ? "none" : kept.join(",")}`
  const bug = plant === undefined ? "" : ` --plant ${plant}`
  return `npm run simulate -- --seed ${seed} --steps ${steps} --devices ${devices}${bug}${keep}`
}

/** A failed seed, shrunk as far as possible and reported as a story. */
export const failureOf = (failing: Case): SeedFailure => {
  const smallest = shrink(failing)
  const { violation, trace } = outcomeOf(smallest, true)
  const invariant = violation?.invariant ?? 0
  return {
    seed: failing.seed,
    invariant,
    meaning: invariants[invariant] ?? "",
    what: violation?.message ?? "",
    smallest,
    repeat: commandOf(smallest),
    story: trace,
  }
}
