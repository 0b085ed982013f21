import { type RunOutcome, run } from "../run.ts"
import { Violation } from "../violation.ts"
import { Counts } from "./counts.ts"
import type { SweepPart, SweepTask } from "./sweepMessages.ts"

/** Many seeds one after the other. */

export interface Sweep {
  readonly first: number
  readonly seeds: number
  readonly steps: number
  readonly devices: number
  /** Names of the only decisions to execute. Undefined for all. */
  readonly kept?: readonly string[] | undefined
  /** Called after each seed. */
  readonly onSeed?: ((done: number, total: Totals) => void) | undefined
}

/** The results of all seeds so far. */
export interface Totals {
  readonly steps: number
  readonly virtualMs: number
  readonly counts: Counts
  /** The outcome of the first seed that failed. */
  readonly failed: RunOutcome | undefined
}

/** One of this many seeds runs twice, to compare its logs (invariant 4). A single seed always does. */
const TWICE_EVERY = 20

/** Runs seeds until one violates an invariant. */
export const sweep = ({ steps, devices, kept: names, onSeed, first, seeds }: Sweep): Totals => {
  const kept = names === undefined ? undefined : new Set(names)
  const counts = new Counts()
  let totals: Totals = { steps: 0, virtualMs: 0, counts, failed: undefined }
  for (let done = 0; done < seeds && totals.failed === undefined; done += 1) {
    const seed = first + done
    const options = { seed, steps, devices, kept }
    const outcome = run(options)
    const again = outcome.violation === undefined && done % TWICE_EVERY === 0 ? run(options) : undefined
    counts.addAll(outcome.counts.sorted())
    totals = {
      steps: totals.steps + outcome.steps + (again?.steps ?? 0),
      virtualMs: totals.virtualMs + outcome.virtualMs,
      counts,
      failed: failureOf(outcome, again),
    }
    onSeed?.(done + 1, totals)
  }
  return totals
}

/** The same for another process, with plain data as the result. */
export const sweepPart = (task: SweepTask, onSeed?: Sweep["onSeed"]): SweepPart => {
  const { steps, virtualMs, counts, failed } = sweep({ ...task, onSeed })
  const { seed, violation } = failed ?? {}
  return {
    steps,
    virtualMs,
    counts: counts.sorted(),
    failed:
      seed === undefined || violation === undefined
        ? undefined
        : { seed, steps: failed?.steps ?? 0, invariant: violation.invariant, what: violation.message },
  }
}

const failureOf = (outcome: RunOutcome, again: RunOutcome | undefined): RunOutcome | undefined => {
  if (outcome.violation !== undefined) return outcome
  if (again === undefined) return undefined
  const [one, other] = [outcome.log(), again.log()]
  if (one === other && outcome.steps === again.steps) return undefined
  const lines = one.split("\n")
  const line = other.split("\n").findIndex((text, index) => text !== lines[index])
  return { ...outcome, violation: new Violation(4, `two runs differ from event ${line + 1} on`) }
}
