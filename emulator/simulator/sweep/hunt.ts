import { BY_CHANCE, UNIFORM, uniform } from "../checks/variety.ts"
import type { Plant } from "../plants/plant.ts"
import { Counts } from "./counts.ts"
import { partsOf, Runner, SEEDS_PER_PART } from "./crew.ts"
import type { Kind, SweepPart, SweepTask } from "./sweepMessages.ts"

/** How the simulator found a planted bug. */
export interface Find {
  /** Seeds until then, the failing one included. */
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

/** What many seeds without a bug say alike: it is no news of a bug. Fails when one of them fails. */
export const uniformWithout = async (task: SweepTask, kind: Kind = "client"): Promise<ReadonlySet<string>> => {
  const runner = await Runner.start({ kind })
  try {
    const { failed, counts } = await runner.run(task)
    if (failed !== undefined) throw new Error(`seed ${failed.seed} fails without a bug: ${failed.what}`)
    return new Set(uniform(counts, BY_CHANCE))
  } finally {
    runner.end()
  }
}

/** Runs seeds with the bug planted until one shows it, or all of them together do; undefined when none does. */
export const hunt = async (
  plant: Plant,
  task: SweepTask,
  kind: Kind = "client",
  known?: ReadonlySet<string>,
): Promise<Find | undefined> => {
  const runner = await Runner.start({ plant, kind })
  const counts = new Counts()
  const findOf = (seed: number, invariant: number | undefined, what: string): Find => ({
    seeds: seed - task.first + 1,
    kind,
    seed,
    invariant,
    what,
  })
  try {
    for (const mine of partsOf(task, SEEDS_PER_PART)) {
      const { promise, stop } = hanging(HANGS_MS)
      const part: SweepPart | string = await Promise.race([runner.run(mine).catch(String), promise]).finally(stop)
      if (typeof part === "string") return findOf(mine.first, undefined, part)
      const { failed } = part
      if (failed !== undefined) return findOf(failed.seed, failed.invariant, failed.what)
      counts.addAll(part.counts)
    }
    const what = known && uniform(counts.sorted()).find((one) => !known.has(one))
    return what === undefined ? undefined : findOf(task.first + task.seeds - 1, UNIFORM, what)
  } finally {
    runner.end()
  }
}
