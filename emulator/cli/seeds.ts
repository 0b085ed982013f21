import { isOfVariety, uniform } from "../simulator/checks/variety.ts"
import type { Plant } from "../simulator/plants/plant.ts"
import { Counts } from "../simulator/sweep/counts.ts"
import { neverHappened } from "../simulator/sweep/coverage.ts"
import { type CrewTotals, SEEDS_PER_PART, sweepOnAllCores } from "../simulator/sweep/crew.ts"
import { failureOf, type SeedFailure } from "../simulator/sweep/failure.ts"
import { sweepPart } from "../simulator/sweep/sweep.ts"
import { EXIT_FAILED } from "./flags.ts"

/** `npm run simulate` without a special mode: runs seeds, and reports their coverage and the first failure. */

/** Real ms between two lines of progress. */
const PROGRESS_MS = 5_000
/** From this many seeds on, the report lists steps that never happened. */
const COVERAGE_SEEDS = 500
const HOUR_MS = 3_600_000

export interface AskedSeeds {
  readonly first: number
  readonly seeds: number
  readonly steps: number
  readonly devices: number
  readonly kept: readonly string[] | undefined
  readonly plant: Plant | undefined
  readonly json: boolean
}

const rate = (steps: number, ms: number): number => Math.round((steps / Math.max(1, ms)) * 1_000)

const progress = (seeds: number, startedAt: number): ((done: number, steps: number) => void) => {
  let saidAt = startedAt
  return (done, steps) => {
    const now = performance.now()
    if (now - saidAt < PROGRESS_MS) return
    saidAt = now
    console.error(`${done} of ${seeds} seeds, ${rate(steps, now - startedAt)} steps/s`)
  }
}

/** A sweep of one part starts sooner without a thread. */
const sweepAll = async ({ first, seeds, steps, devices, kept, plant }: AskedSeeds): Promise<CrewTotals> => {
  const task = { first, seeds, steps, devices, kept }
  if (seeds > SEEDS_PER_PART) return sweepOnAllCores({ ...task, plant, onPart: progress(seeds, performance.now()) })
  const part = sweepPart(task)
  const counts = new Counts()
  counts.addAll(part.counts)
  return { ...part, counts }
}

const figures = ({ steps, virtualMs }: CrewTotals, seeds: number, ms: number) => ({
  seeds,
  steps,
  stepsPerSecond: rate(steps, ms),
  seconds: Math.round(ms / 100) / 10,
  virtualHours: Math.round((virtualMs / HOUR_MS) * 10) / 10,
})

const tell = ({ seed, invariant, meaning, what, repeat, story }: SeedFailure): void => {
  for (const line of story) console.log(line)
  console.log(`seed ${seed} violates invariant ${invariant} (${meaning}): ${what}`)
  console.log(`repeat: ${repeat}`)
}

const report = (totals: CrewTotals, asked: AskedSeeds, ms: number, failure: SeedFailure | undefined): void => {
  const { seeds, steps, stepsPerSecond, seconds, virtualHours } = figures(totals, asked.seeds, ms)
  for (const [name, times] of totals.counts.sorted())
    if (!isOfVariety(name)) console.log(`${String(times).padStart(9)}  ${name}`)
  const never = seeds >= COVERAGE_SEEDS ? [...neverHappened(totals.counts), ...uniform(totals.counts.sorted())] : []
  if (never.length > 0) console.log(`never happened: ${never.join(", ")}`)
  if (failure !== undefined) tell(failure)
  else
    console.log(
      `${seeds} seeds clean: ${steps} steps at ${stepsPerSecond} steps/s in ${seconds} s, ${virtualHours} h of virtual time`,
    )
}

export const reportSeeds = async (asked: AskedSeeds): Promise<void> => {
  const startedAt = performance.now()
  const totals = await sweepAll(asked)
  const ms = performance.now() - startedAt
  const { steps, devices, kept, plant } = asked
  const failure =
    totals.failed === undefined
      ? undefined
      : failureOf({ seed: totals.failed.seed, steps, devices, kept, plant: plant?.name })
  if (asked.json) {
    const counts = Object.fromEntries(totals.counts.sorted().filter(([name]) => !isOfVariety(name)))
    console.log(
      JSON.stringify({ ok: failure === undefined, ...figures(totals, asked.seeds, ms), counts, failed: failure }),
    )
  } else report(totals, asked, ms, failure)
  if (failure !== undefined) process.exitCode = EXIT_FAILED
}
