import * as fc from "fast-check"
import type { Command } from "../../src/domain/product/decide.ts"
import { model } from "../../src/domain/product/decider.ts"
import type { State } from "../../src/domain/product/state.ts"
import { clients } from "./logs.ts"

/** A state of some life, and the time of a screen's look, ms. */
export interface LookedAt {
  readonly state: State
  readonly now: number
}

/** Delays of a screen's question after the last event, ms: none, within a wait, and long afterwards. */
const LATER_MS = [0, 3_000, 30_000, 300_000, 301_000, 1_800_000, 1_801_000, 90_000_000] as const
/** Of so many states, one is looked at. */
const EACH = 4

/** Looks at every fourth state of so many lives; the same looks in each run. */
export const looksAt = (lives: number, seed: number): readonly LookedAt[] =>
  fc
    .sample(clients(), { numRuns: lives, seed })
    .flatMap(({ given }) => given.filter((_one, index) => index % EACH === 0))
    .map(({ after, stamp }, index) => ({ state: after, now: stamp.at + (LATER_MS[index % LATER_MS.length] ?? 0) }))

/**
 * The reason for which the product refuses a command. "nothing" when there is nothing to do, null when the product
 * accepts it.
 */
export const refusalOf = ({ state, now }: LookedAt, command: Command): string | null => {
  const decided = model.decide(command, state, { id: "asked now", at: now, tab: "tab-1" })
  if (!decided.ok) return decided.reason
  return decided.value.length === 0 ? "nothing" : null
}
