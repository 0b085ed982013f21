import { availableParallelism } from "node:os"
import { type Find, hunt, uniformWithout } from "../../emulator/simulator/sweep/hunt.ts"
import type { Kind } from "../../emulator/simulator/sweep/sweepMessages.ts"
import { asPlant } from "./asPlant.ts"
import { type Mutant, nameOf } from "./mutants.ts"

/** The results of the simulator's seeds for mutants. */

const STEPS = 300
/** A seed of updates takes as long as five of the client. */
const SEEDS_A_SEED_OF_UPDATES = 5

/** The parts that the simulator loads. */
const isSimulated = ({ file }: Mutant): boolean => /^(?:src\/domain|emulator\/model)\//.test(file)

const judgeByKind = async (
  mutants: readonly Mutant[],
  seeds: number,
  kind: Kind,
): Promise<readonly (readonly [string, Find])[]> => {
  const task = { first: 1, seeds, steps: STEPS, devices: 0 }
  const known = await uniformWithout(task, kind)
  const found: (readonly [string, Find])[] = []
  const waiting = mutants.values()
  const work = async (): Promise<void> => {
    for (const mutant of waiting) {
      const find = await hunt(asPlant(mutant), task, kind, known)
      if (find !== undefined) found.push([nameOf(mutant), find])
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, work))
  return found
}

/**
 * The finds, by the names of the mutants: of client seeds first, then of update seeds for the mutants that those miss.
 */
export const judgeBySeeds = async (mutants: readonly Mutant[], seeds: number): Promise<ReadonlyMap<string, Find>> => {
  const simulated = mutants.filter(isSimulated)
  if (simulated.length === 0) return new Map()
  const found = new Map(await judgeByKind(simulated, seeds, "client"))
  const missed = simulated.filter((mutant) => !found.has(nameOf(mutant)))
  if (missed.length === 0) return found
  const updates = await judgeByKind(missed, Math.ceil(seeds / SEEDS_A_SEED_OF_UPDATES), "updates")
  return new Map([...found, ...updates])
}
