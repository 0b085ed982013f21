import { type Plant, plant } from "./plants/plant.ts"

/** One process of a sweep: runs the seeds it is told to and says what they came to. A bug is planted before anything loads. */

export interface SweepTask {
  readonly first: number
  readonly seeds: number
  readonly steps: number
  readonly devices: number
  readonly kept?: readonly string[] | undefined
}

/** What crosses between processes of a failed seed. */
export interface FailedSeed {
  readonly seed: number
  readonly steps: number
  readonly invariant: number
  readonly what: string
}

export interface SweepPart {
  readonly steps: number
  readonly virtualMs: number
  readonly counts: readonly (readonly [string, number])[]
  readonly failed: FailedSeed | undefined
}

/** The first message: the bug to plant, if there is one. */
export interface SweepBeginning {
  readonly plant: Plant | undefined
}

const tell = (message: "ready" | SweepPart): void => {
  process.send?.(message)
}

process.once("message", async ({ plant: bug }: SweepBeginning) => {
  if (bug !== undefined) plant(bug)
  const { sweepPart } = await import("./sweep.ts")
  process.on("message", (task: SweepTask) => tell(sweepPart(task)))
  tell("ready")
})
