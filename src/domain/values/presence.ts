import { PRESENCE_TICK_MS, PRESENCE_TICKS } from "./limits.ts"

/** The presence tick of a moment (ms since 1970). */
export const tickOf = (at: number): number => Math.floor(at / PRESENCE_TICK_MS)

/** The presence ticks of the 24 hours up to a moment, oldest first. */
export const lastTicks = (at: number): readonly number[] =>
  Array.from({ length: PRESENCE_TICKS }, (_, index) => tickOf(at) - PRESENCE_TICKS + 1 + index)
