import { type RunOutcome, run } from "../run.ts"
import type { Violation } from "../violation.ts"

/** The input that repeats a run. */
export interface Case {
  readonly seed: number
  readonly steps: number
  readonly devices: number
  /** Names of the only decisions to execute. Undefined for all. */
  readonly kept?: readonly string[] | undefined
  /** The planted bug, if any, for the command that repeats the case. */
  readonly plant?: string | undefined
}

/** Most runs, and most steps of the scheduler, for shrinking one failure. */
const RUNS_MAX = 600
const STEPS_MAX = 8_000_000

/** Identifiers and numbers differ between two runs of the same mistake. */
const shapeOf = ({ invariant, message }: Violation): string =>
  `${invariant} ${invariant === 0 ? message.split("\n", 1)[0]?.replace(/[0-9a-f]{8,}|\d+/g, "#") : ""}`

export const outcomeOf = ({ seed, steps, devices, kept }: Case, traced = false): RunOutcome =>
  run({ seed, steps, devices, kept: kept === undefined ? undefined : new Set(kept), traced })

/**
 * Shrinks a failing case while it fails in the same way: fewer steps, then fewer decisions, by halves, quarters and so
 * on (delta debugging). The same case always gives the same result.
 */
export const shrink = (failing: Case): Case => {
  const first = outcomeOf(failing)
  if (first.violation === undefined) return failing
  const wanted = shapeOf(first.violation)
  let [runs, steps] = [0, 0]
  const spent = () => runs >= RUNS_MAX || steps >= STEPS_MAX
  const fails = (candidate: Case): RunOutcome | undefined => {
    if (spent()) return undefined
    const outcome = outcomeOf(candidate)
    runs += 1
    steps += outcome.steps
    return outcome.violation !== undefined && shapeOf(outcome.violation) === wanted ? outcome : undefined
  }
  const shorter = fewerSteps(failing, first, fails)
  const least = fewerDecisions({ ...shorter, kept: outcomeOf(shorter).taken }, fails)
  const smallest = fewerSteps(least, outcomeOf(least), fails)
  // In their current order, which may differ from that of the larger runs.
  return { ...smallest, kept: outcomeOf(smallest).taken }
}

type Fails = (candidate: Case) => RunOutcome | undefined

/** Stops at the failure if it came before the end of the faults. Otherwise halves the steps while it fails. */
const fewerSteps = (failing: Case, outcome: RunOutcome, fails: Fails): Case => {
  let best = failing
  if (outcome.steps < best.steps && fails({ ...best, steps: outcome.steps })) best = { ...best, steps: outcome.steps }
  for (let cut = Math.floor(best.steps / 2); cut >= 1; ) {
    const candidate = { ...best, steps: best.steps - cut }
    if (candidate.steps >= 1 && fails(candidate)) best = candidate
    else cut = Math.floor(cut / 2)
  }
  return best
}

const fewerDecisions = (failing: Case, fails: Fails): Case => {
  let kept = failing.kept ?? []
  let best = failing
  for (let size = Math.ceil(kept.length / 2); size >= 1; ) {
    let smaller = false
    for (let at = 0; at < kept.length; ) {
      const without = [...kept.slice(0, at), ...kept.slice(at + size)]
      const outcome = fails({ ...best, kept: without })
      if (outcome === undefined) {
        at += size
        continue
      }
      // Removes also the decisions that the shorter run no longer reached.
      const reached = new Set(outcome.taken)
      kept = without.filter((name) => reached.has(name))
      best = { ...best, kept }
      smaller = true
    }
    if (size === 1 && !smaller) break
    size = smaller ? Math.min(size, Math.ceil(kept.length / 2)) : Math.floor(size / 2)
    if (kept.length === 0) break
  }
  return best
}
