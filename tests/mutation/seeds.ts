import { availableParallelism } from "node:os"
import { reachingOf } from "../../emulator/simulator/plants/reaching.ts"
import { type Find, hunt } from "../../emulator/simulator/sweep/hunt.ts"
import type { Kind } from "../../emulator/simulator/sweep/sweepMessages.ts"
import { asPlant } from "./asPlant.ts"
import { type Mutant, nameOf } from "./mutants.ts"

/** What the seeds of the simulator say of mutants. */

const STEPS = 300
/** A seed of updates takes as long as five of the client. */
const SEEDS_A_SEED_OF_UPDATES = 5

export interface SeedsVerdict {
  readonly find: Find | undefined
  /** Whether any seed ran the place of the mutant. */
  readonly isReached: boolean
}

/** The parts that the simulator loads. */
const isSimulated = ({ file }: Mutant): boolean => /^(?:src\/domain|emulator\/model)\//.test(file)

const judgeByKind = async (mutants: readonly Mutant[], seeds: number, kind: Kind): Promise<readonly SeedsVerdict[]> => {
  const plants = mutants.map(asPlant)
  const task = { first: 1, seeds, steps: STEPS, devices: 0 }
  const reaching = await reachingOf(plants, task, kind)
  const verdicts: SeedsVerdict[] = []
  const waiting = plants.entries()
  const work = async (): Promise<void> => {
    for (const [index, plant] of waiting) {
      const only = reaching[index] ?? []
      const find = await hunt(plant, { ...task, only }, kind)
      verdicts[index] = { find, isReached: only.length > 0 }
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, work))
  return verdicts
}

/** Client seeds first, seeds of updates for what they miss; by the names of the mutants. */
export const judgeBySeeds = async (
  mutants: readonly Mutant[],
  seeds: number,
): Promise<ReadonlyMap<string, SeedsVerdict>> => {
  const simulated = mutants.filter(isSimulated)
  if (simulated.length === 0) return new Map()
  const client = await judgeByKind(simulated, seeds, "client")
  const verdicts = new Map(simulated.map((mutant, index) => [nameOf(mutant), client[index] ?? unreached]))
  const missed = simulated.filter((mutant) => verdicts.get(nameOf(mutant))?.find === undefined)
  if (missed.length === 0) return verdicts
  const updates = await judgeByKind(missed, Math.ceil(seeds / SEEDS_A_SEED_OF_UPDATES), "updates")
  for (const [index, mutant] of missed.entries()) {
    const { find, isReached } = updates[index] ?? unreached
    const before = verdicts.get(nameOf(mutant)) ?? unreached
    verdicts.set(nameOf(mutant), { find, isReached: isReached || before.isReached })
  }
  return verdicts
}

const unreached: SeedsVerdict = { find: undefined, isReached: false }
