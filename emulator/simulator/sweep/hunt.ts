import { BY_CHANCE, UNIFORM, uniform } from "../checks/variety.ts"
import type { Plant } from "../plants/plant.ts"
import { Counts } from "./counts.ts"
import { partsOf, Runner, SEEDS_PER_PART } from "./crew.ts"
import type { Kind, SweepPart, SweepTask } from "./sweepMessages.ts"

/** The result of the simulator for a planted bug. */
export interface Find {
  /** Number of seeds until the find, the failing one included. */
  readonly seeds: number
  readonly kind: Kind
  readonly seed: number
  /** Undefined when the client did not end, because it looped or used all memory. */
  readonly invariant: number | undefined
  readonly what: string
}

/** Real ms after which a part of a sweep counts as endless: a thousand times its length on a quiet machine. */
const HANGS_MS = 300_000

const hanging = (ms: number): { readonly promise: Promise<"hangs">; readonly stop: () => void } => {
  const { promise, resolve } = Promise.withResolvers<"hangs">()
  const timer = setTimeout(() => resolve("hangs"), ms)
  return { promise, stop: () => clearTimeout(timer) }
}

/** The uniform values of many seeds without a bug, which say nothing about a bug. Rejects when a seed fails. */
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

/** Runs seeds with the planted bug until one fails, or all together show it. Undefined when none does. */
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
