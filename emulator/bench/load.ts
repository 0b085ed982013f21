import { atLeast, atMost, type BenchFigure, type BenchOptions, type BenchResult, lineOf, median } from "./figures.ts"
import { audit, type LighthouseResult } from "./lighthouse.ts"
import { secondVisits } from "./secondVisit.ts"
import { type BenchStack, startStack } from "./stack.ts"

/** The time until the first screen: on the first visit, and on the next one without a network. */

const CATEGORY_AIM = 95
const FIRST_PAINT_AIM_MS = 1_800
const LARGEST_PAINT_AIM_MS = 2_500
const BLOCKED_AIM_MS = 150
/** Layout shift as a share of the window, as browsers count it. */
const LAYOUT_SHIFT_AIM = 0.1
const FIRST_CARD_AIM_MS = 1_000
const LONG_LOG_AIM = 1.2
/** Later visits for each run of Lighthouse. One lasts half a second and may take twice as long as another. */
const FULL = { pages: ["/signin", "/devices"], longLogEvents: 100_000, laterVisitsARun: 5 }
const SHORT: typeof FULL = { pages: ["/signin"], longLogEvents: 2_000, laterVisitsARun: 1 }

const figuresOf = (path: string, audits: readonly LighthouseResult[]): readonly BenchFigure[] => {
  const middle = (pick: (one: LighthouseResult) => number): number => median(audits.map(pick))
  const categories = Object.keys(audits[0]?.categories ?? {}).map((id) =>
    atLeast(
      `${path} ${id}`,
      middle(({ categories }) => categories[id] ?? 0),
      CATEGORY_AIM,
    ),
  )
  return [
    ...categories,
    atMost(
      `${path} first paint`,
      middle(({ firstPaint }) => firstPaint),
      FIRST_PAINT_AIM_MS,
      "ms",
    ),
    atMost(
      `${path} largest paint`,
      middle(({ largestPaint }) => largestPaint),
      LARGEST_PAINT_AIM_MS,
      "ms",
    ),
    atMost(
      `${path} blocking time`,
      middle(({ blocked }) => blocked),
      BLOCKED_AIM_MS,
      "ms",
    ),
    atMost(
      `${path} layout shift`,
      middle(({ layoutShift }) => layoutShift),
      LAYOUT_SHIFT_AIM,
      "",
    ),
  ]
}

const firstVisits = async (stack: BenchStack, { runs, isShort, say }: BenchOptions) => {
  const { pages } = isShort ? SHORT : FULL
  const figures: BenchFigure[] = []
  const indices: number[] = []
  for (const path of pages) {
    const audits: LighthouseResult[] = []
    for (let run = 1; run <= runs; run += 1) {
      say(`Lighthouse: ${path}, ${run} of ${runs}`)
      audits.push(await audit(stack.app + path))
    }
    figures.push(...figuresOf(path, audits))
    indices.push(...audits.map(({ benchmarkIndex }) => benchmarkIndex))
  }
  return { figures, benchmarkIndex: median(indices) }
}

const laterVisits = async (
  stack: BenchStack,
  { runs, isShort, say }: BenchOptions,
): Promise<readonly BenchFigure[]> => {
  const { longLogEvents, laterVisitsARun } = isShort ? SHORT : FULL
  say(`second visit, offline: an empty log and one of ${longLogEvents} events`)
  const { short, long } = await secondVisits(stack, longLogEvents, runs * laterVisitsARun)
  return [
    atMost("first card offline, long log", median(long), FIRST_CARD_AIM_MS, "ms"),
    atMost("first card, long log ÷ short log", median(long) / median(short), LONG_LOG_AIM, ""),
  ]
}

export const benchLoad = async (options: BenchOptions): Promise<BenchResult> => {
  const stack = await startStack(options.isBuilt)
  try {
    const { figures: first, benchmarkIndex } = await firstVisits(stack, options)
    const figures = [...first, ...(await laterVisits(stack, options))]
    const ok = figures.every(({ ratio }) => ratio <= 1)
    const machine = `benchmark index of this machine meanwhile: ${Math.round(benchmarkIndex)}`
    return { ok, figures, benchmarkIndex, lines: [...figures.map(lineOf), machine] }
  } finally {
    await stack.stop()
  }
}
