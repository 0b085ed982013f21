import type { Sabotage } from "./client.ts"
import { type Outcome, run } from "./run.ts"
import { invariants } from "./violation.ts"

/** Lines of what happened before a violation. */
const TRACE_LINES = 60

export interface Failure {
  readonly seed: number
  readonly invariant: number
  /** What the invariant says. */
  readonly meaning: string
  readonly what: string
  /** The command that runs the seed again. */
  readonly repeat: string
  /** The last of what led to it, oldest first. */
  readonly trace: readonly string[]
}

/** A seed that failed, run once more to tell what happened in it. */
export const failureOf = (
  { seed, violation }: Outcome,
  { steps, devices, sabotage }: { readonly steps: number; readonly devices: number; readonly sabotage?: Sabotage },
): Failure => {
  const { trace } = run({ seed, steps, devices, sabotage, traced: true })
  const invariant = violation?.invariant ?? 0
  return {
    seed,
    invariant,
    meaning: invariants[invariant] ?? "",
    what: violation?.message ?? "",
    repeat: `npm run simulate -- --seed ${seed} --steps ${steps} --devices ${devices}`,
    trace: trace.slice(-TRACE_LINES),
  }
}
