import type { SimulatedWorld } from "./world.ts"

/** Number of the latest lines to keep. */
const LINES_KEPT = 4_000
/** Characters of a line. */
const LINE_MAX = 400

/** Minutes, seconds and ms since the start. */
const stopwatch = (ms: number): string => {
  const seconds = ((ms % 60_000) / 1_000).toFixed(3).padStart(6, "0")
  return `${String(Math.floor(ms / 60_000)).padStart(3)}:${seconds}`
}

/** The story for a person to read. Costs nothing unless it is on. */
export class Trace {
  #lines: string[] = []
  readonly #world: SimulatedWorld
  readonly #kept: boolean

  constructor(world: SimulatedWorld, kept: boolean) {
    this.#world = world
    this.#kept = kept
  }

  add(line: () => string): void {
    if (!this.#kept) return
    const { now, skew } = this.#world
    const set = skew === 0 ? "" : ` (clock set by ${skew > 0 ? "+" : ""}${skew / 1_000} s)`
    this.#lines.push(`${stopwatch(now)}${set}  ${line()}`.slice(0, LINE_MAX))
    if (this.#lines.length > 2 * LINES_KEPT) this.#lines = this.#lines.slice(-LINES_KEPT)
  }

  get lines(): readonly string[] {
    return this.#lines.slice(-LINES_KEPT)
  }
}
