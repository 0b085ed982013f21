import { Counts } from "../sweep/counts.ts"
import type { FailedSeed, SweepPart, SweepTask } from "../sweep/sweepMessages.ts"
import { runFirmwareSeed } from "./run.ts"

/** Runs seeds of updates until one violates an invariant. */
export const sweepUpdates = (task: SweepTask, onSeed: () => void): SweepPart => {
  const counts = new Counts()
  let failed: FailedSeed | undefined
  for (let seed = task.first; seed < task.first + task.seeds; seed += 1) {
    const { violation, counts: own } = runFirmwareSeed(seed)
    counts.addAll(own.sorted())
    onSeed()
    if (violation === undefined) continue
    failed = { seed, steps: 0, invariant: violation.invariant, what: violation.message }
    break
  }
  return { steps: 0, virtualMs: 0, counts: counts.sorted(), failed }
}
