import type { Plant } from "../plants/plant.ts"
import type { CodeLine } from "../plants/reach.ts"

/** What crosses between the processes of a sweep: plain data. */

/** The whole client with its cloud, or devices that are updated. */
export type Kind = "client" | "updates"

export interface SweepTask {
  readonly first: number
  readonly seeds: number
  readonly steps: number
  readonly devices: number
  readonly kept?: readonly string[] | undefined
  /** The only ones of these seeds that run; all do when it is missing. */
  readonly only?: readonly number[] | undefined
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
  /** Where places were given: the numbers of those that its seeds came to. */
  readonly coverage?: LinesReached | undefined
}

export interface LinesReached {
  /** What is run while modules are loaded, or once a process: whichever seed comes first has it. */
  readonly always: readonly number[]
  /** Of each seed. */
  readonly seeds: readonly (readonly number[])[]
}

/** The first message: the bug to plant, if there is one, and the places whose reaching is wanted. */
export interface SweepBeginning {
  /** The client when missing. */
  readonly kind?: Kind | undefined
  readonly plant?: Plant | undefined
  readonly places?: readonly CodeLine[] | undefined
}
