import { PRESENCE_TICK_MS } from "./limits.ts"

/** The presence tick of a moment (ms since 1970). */
export const tickOf = (at: number): number => Math.floor(at / PRESENCE_TICK_MS)
