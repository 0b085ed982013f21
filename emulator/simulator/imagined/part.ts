import type { Prng } from "../prng.ts"

/** What a seed imagines beside the life that it lived: one part of the client alone, for a short while. */
export interface Part {
  /** Names its decisions, in `--keep` too: no blanks. */
  readonly name: string
  /** What the trace says when it begins. */
  readonly title: string
  /** One seed in so many imagines it. */
  readonly every: number
  readonly imagine: (chance: Chance) => void
}

export interface Chance {
  /** What is not a decision of its own, such as the questions of a look. */
  readonly dice: Prng
  /** The dice of the next move; undefined when it is left out. */
  readonly next: () => Prng | undefined
  /** Says what happens; costs nothing unless somebody reads it. */
  readonly tell: (line: () => string) => void
}
