import { neverHappened } from "../simulator/coverage.ts"
import { failureOf } from "../simulator/failure.ts"
import { sweep, type Totals } from "../simulator/sweep.ts"
import { EXIT_FAILED, runCommand } from "./flags.ts"

/**
 * `npm run simulate`: the client against the mock cloud on virtual time, one seed after the other (SIM-1). Exit code 1
 * with the first violated invariant, what led to it, and the command that repeats it.
 */

const USAGE = "npm run simulate -- [--seeds N] [--seed S] [--steps N] [--devices N] [--json]"

const SEEDS_MAX = 10_000_000
const STEPS_MAX = 10_000_000
const DEVICES_MAX = 10_000
const DEFAULT_SEEDS = 100
const DEFAULT_STEPS = 1_000
/** Real ms between two lines of progress. */
const PROGRESS_MS = 5_000
/** From so many seeds on it is worth saying what never happened. */
const COVERAGE_SEEDS = 500
const HOUR_MS = 3_600_000

interface Asked {
  readonly first: number
  readonly seeds: number
  readonly steps: number
  readonly devices: number
}

const rate = (steps: number, ms: number): number => Math.round((steps / Math.max(1, ms)) * 1_000)

const progress = (asked: Asked, startedAt: number): ((done: number, totals: Totals) => void) => {
  let saidAt = startedAt
  return (done, { steps }) => {
    const now = performance.now()
    if (now - saidAt < PROGRESS_MS) return
    saidAt = now
    console.error(`${done} of ${asked.seeds} seeds, ${rate(steps, now - startedAt)} steps/s`)
  }
}

const figures = (totals: Totals, asked: Asked, ms: number) => ({
  seeds: asked.seeds,
  steps: totals.steps,
  stepsPerSecond: rate(totals.steps, ms),
  seconds: Math.round(ms / 100) / 10,
  virtualHours: Math.round((totals.virtualMs / HOUR_MS) * 10) / 10,
})

const report = (totals: Totals, asked: Asked, ms: number): void => {
  const { seeds, steps, stepsPerSecond, seconds, virtualHours } = figures(totals, asked, ms)
  for (const [name, times] of totals.counts.sorted()) console.log(`${String(times).padStart(9)}  ${name}`)
  const never = seeds >= COVERAGE_SEEDS ? neverHappened(totals.counts) : []
  if (never.length > 0) console.log(`never happened: ${never.join(", ")}`)
  if (totals.failed !== undefined) {
    const { seed, invariant, meaning, what, repeat, trace } = failureOf(totals.failed, asked)
    for (const line of trace) console.log(line)
    console.log(`seed ${seed} violates invariant ${invariant} (${meaning}): ${what}`)
    console.log(`repeat: ${repeat}`)
    return
  }
  console.log(
    `${seeds} seeds clean: ${steps} steps at ${stepsPerSecond} steps/s in ${seconds} s, ${virtualHours} h of virtual time`,
  )
}

await runCommand("simulate", USAGE, (flags) => {
  const seeds = flags.integer("seeds", { min: 1, max: SEEDS_MAX })
  const seed = flags.integer("seed", { min: 0, max: Number.MAX_SAFE_INTEGER - SEEDS_MAX })
  const steps = flags.integer("steps", { min: 1, max: STEPS_MAX }) ?? DEFAULT_STEPS
  const devices = flags.integer("devices", { min: 0, max: DEVICES_MAX }) ?? 0
  const json = flags.toggle("json")
  flags.end()
  const asked = { first: seed ?? 1, seeds: seeds ?? (seed === undefined ? DEFAULT_SEEDS : 1), steps, devices }
  const startedAt = performance.now()
  const totals = sweep({ ...asked, onSeed: progress(asked, startedAt) })
  const ms = performance.now() - startedAt
  if (json) {
    const failed = totals.failed === undefined ? undefined : failureOf(totals.failed, asked)
    const counts = Object.fromEntries(totals.counts.sorted())
    const result = { ok: failed === undefined, ...figures(totals, asked, ms), counts, failed }
    console.log(JSON.stringify(result))
  } else report(totals, asked, ms)
  if (totals.failed !== undefined) process.exitCode = EXIT_FAILED
})
