import { readFileSync } from "node:fs"
import { availableParallelism } from "node:os"
import { partsOf, Runner, SEEDS_PER_PART } from "../sweep/crew.ts"
import type { Kind, SweepTask } from "../sweep/sweepMessages.ts"
import type { Plant } from "./plant.ts"
import { placeOf } from "./reach.ts"

/** The seeds that come to the place of each bug, in the order of the bugs. */
export type Reaching = readonly (readonly number[])[]

const sourceOf = ({ file }: Plant): string => readFileSync(new URL(`../../../${file}`, import.meta.url), "utf8")

/** Runs the seeds once without any bug, on all cores. */
export const reachingOf = async (
  plants: readonly Plant[],
  task: SweepTask,
  kind: Kind = "client",
): Promise<Reaching> => {
  const places = plants.map((plant) => placeOf(sourceOf(plant), plant))
  const seeds = plants.map((): number[] => [])
  const always = new Set<number>()
  const waiting = partsOf(task, SEEDS_PER_PART).values()
  const work = async (): Promise<void> => {
    const runner = await Runner.start({ kind, places })
    try {
      for (const part of waiting) {
        const { failed, coverage } = await runner.run(part)
        if (failed !== undefined) throw new Error(`seed ${failed.seed} fails without a bug: ${failed.what}`)
        for (const place of coverage?.always ?? []) always.add(place)
        for (const [index, reached] of coverage?.seeds.entries() ?? [])
          for (const place of reached) seeds[place]?.push(part.first + index)
      }
    } finally {
      runner.end()
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, work))
  const all = Array.from({ length: task.seeds }, (_, index) => task.first + index)
  return seeds.map((own, place) => (always.has(place) ? all : own.sort((a, b) => a - b)))
}
