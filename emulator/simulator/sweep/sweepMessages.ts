import type { Plant } from "../plants/plant.ts"

/** The messages between the processes of a sweep: plain data. */

/** The whole client with its cloud, or updates of devices. */
export type Kind = "client" | "updates"

export interface SweepTask {
  readonly first: number
  readonly seeds: number
  readonly steps: number
  readonly devices: number
  readonly kept?: readonly string[] | undefined
}

/** The message about a failed seed. */
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
  /** Default: the client. */
  readonly kind?: Kind | undefined
  readonly plant?: Plant | undefined
}
