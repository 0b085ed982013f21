import type { SweepTask } from "./sweepMessages.ts"

/** The seeds of a task, in their order. */
export const seedsOf = ({ first, seeds, only }: Pick<SweepTask, "first" | "seeds" | "only">): readonly number[] =>
  only ?? Array.from({ length: seeds }, (_, index) => first + index)
