import { Runner, SEEDS_PER_PART } from "./crew.ts"
import type { Plant } from "./plants/plant.ts"
import type { SweepPart, SweepTask } from "./sweepMessages.ts"

/** How the simulator found a planted bug. */
export interface Find {
  /** Seeds run until then, the failing one included. */
  readonly seeds: number
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

const endless = (done: number, { first }: SweepTask, what: string): Find => ({
  seeds: done + 1,
  seed: first,
  invariant: undefined,
  what,
})

/** Runs seeds with the bug planted until one shows it; undefined when none does. */
export const hunt = async (plant: Plant, { first, seeds, ...rest }: SweepTask): Promise<Find | undefined> => {
  const runner = await Runner.start(plant)
  try {
    for (let done = 0; done < seeds; done += SEEDS_PER_PART) {
      const task = { ...rest, first: first + done, seeds: Math.min(SEEDS_PER_PART, seeds - done) }
      const { promise, stop } = hanging(HANGS_MS)
      const part: SweepPart | string = await Promise.race([runner.run(task).catch(String), promise]).finally(stop)
      if (typeof part === "string") return endless(done, task, part)
      const { failed } = part
      if (failed !== undefined) return { ...failed, seeds: failed.seed - first + 1 }
    }
    return undefined
  } finally {
    runner.end()
  }
}
