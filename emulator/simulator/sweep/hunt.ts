import type { Plant } from "../plants/plant.ts"
import { Runner, SEEDS_PER_PART } from "./crew.ts"
import { seedsOf } from "./seeds.ts"
import type { Kind, SweepPart, SweepTask } from "./sweepMessages.ts"

/** How the simulator found a planted bug. */
export interface Find {
  /** Seeds until then, the failing one included, and those that never come to the place of the bug. */
  readonly seeds: number
  readonly kind: Kind
  readonly seed: number
  /** Undefined when the client did not end: it ran round and round, or took all memory. */
  readonly invariant: number | undefined
  readonly what: string
}

/** Real ms after which a part of a sweep counts as one that never ends: a thousand times what it takes on a quiet machine. */
const HANGS_MS = 300_000

const hanging = (ms: number): { readonly promise: Promise<"hangs">; readonly stop: () => void } => {
  const { promise, resolve } = Promise.withResolvers<"hangs">()
  const timer = setTimeout(() => resolve("hangs"), ms)
  return { promise, stop: () => clearTimeout(timer) }
}

/** Runs seeds with the bug planted until one shows it; undefined when none does. */
export const hunt = async (plant: Plant, task: SweepTask, kind: Kind = "client"): Promise<Find | undefined> => {
  const all = seedsOf(task)
  if (all.length === 0) return undefined
  const runner = await Runner.start({ plant, kind })
  const findOf = (seed: number, invariant: number | undefined, what: string): Find => ({
    seeds: seed - task.first + 1,
    kind,
    seed,
    invariant,
    what,
  })
  try {
    for (let done = 0; done < all.length; done += SEEDS_PER_PART) {
      const only = all.slice(done, done + SEEDS_PER_PART)
      const { promise, stop } = hanging(HANGS_MS)
      const part: SweepPart | string = await Promise.race([
        runner.run({ ...task, only }).catch(String),
        promise,
      ]).finally(stop)
      if (typeof part === "string") return findOf(only[0] ?? task.first, undefined, part)
      const { failed } = part
      if (failed !== undefined) return findOf(failed.seed, failed.invariant, failed.what)
    }
    return undefined
  } finally {
    runner.end()
  }
}
