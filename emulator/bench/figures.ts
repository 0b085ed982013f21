/**
 * A measured figure and its aim. The ratio counts: above 1 the aim is missed, for lower and upper bounds alike. A
 * figure that could not be measured counts as missed.
 */
export interface BenchFigure {
  readonly name: string
  readonly value: number
  readonly aim: number
  readonly unit: "" | "ms" | "MB" | "files"
  readonly ratio: number
}

export interface BenchResult {
  readonly ok: boolean
  readonly figures: readonly BenchFigure[]
  /** Lighthouse's index of the machine during the measurement. Far below 1,500, other work disturbed it. */
  readonly benchmarkIndex?: number
  readonly lines: readonly string[]
}

export interface BenchOptions {
  readonly runs: number
  /** True to measure the existing `dist/`. */
  readonly isBuilt: boolean
  /** True for the smallest sizes: they show that the bench works, and measure nothing. */
  readonly isShort: boolean
  /** Pause before and after a piece of work, until its side effects are over, ms. */
  readonly settleMs: number
  readonly say: (line: string) => void
}

export const atMost = (name: string, value: number, aim: number, unit: BenchFigure["unit"]): BenchFigure => ({
  name,
  value,
  aim,
  unit,
  ratio: value / aim,
})

export const atLeast = (name: string, value: number, aim: number): BenchFigure => ({
  name,
  value,
  aim,
  unit: "",
  ratio: value === 0 ? Number.POSITIVE_INFINITY : aim / value,
})

/** The middle value. Of an even number it is the higher one, which is the worse one for costs. */
export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

const NAME_WIDTH = 44
const FIGURE_WIDTH = 12

const round = (value: number): string => String(Math.round(value * 100) / 100)

const NO_SAMPLES = "no samples"

export const lineOf = ({ name, value, aim, unit, ratio }: BenchFigure): string => {
  const isMeasured = Number.isFinite(value)
  const figure = (isMeasured ? `${round(value)} ${unit}`.trim() : NO_SAMPLES).padStart(FIGURE_WIDTH)
  const wanted = `aim ${round(aim)} ${unit}`.trim().padEnd(FIGURE_WIDTH)
  const compared = isMeasured ? ` ratio ${ratio.toFixed(2)}` : ""
  return `${name.padEnd(NAME_WIDTH)} ${figure}   ${wanted}${compared}${ratio <= 1 ? "" : "  missed"}`
}
