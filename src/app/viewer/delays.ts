/** The delays of a viewer as a graph, without I/O (SCREEN-7). */

/** The least full height of the graph, ms. */
const SCALE_MS = 50
/** The delay from which people notice it, ms. */
const FELT_FROM_MS = 40
export const BARS = 60
/** The distance between bars, and the height of the longest, px. */
const PITCH = 6
const HIGH = 72

export interface DelayGraph {
  /** ms */
  readonly least: number
  readonly most: number
  readonly median: number
  /** The delay of the full height, ms. */
  readonly scale: number
  /** Paths: unnoticed delays, noticeable ones, and the latest. */
  readonly short: string
  readonly long: string
  readonly latest: string
}

/** The graph of the latest delays, the newest at the end; null while there is none. */
export const delayGraph = (delays: readonly number[]): DelayGraph | null => {
  const shown = delays.slice(-BARS)
  const sorted = shown.toSorted((a, b) => a - b)
  const [least, most, median] = [sorted[0], sorted.at(-1), sorted[Math.floor(sorted.length / 2)]]
  if (least === undefined || most === undefined || median === undefined) return null
  let scale = SCALE_MS
  while (scale < most) scale *= 2
  const bar = (ms: number, index: number): string => {
    const x = (BARS - shown.length + index) * PITCH + 1
    return `M${x} ${HIGH}v-${Math.max(1, Math.round((ms / scale) * HIGH))}`
  }
  const bars = shown.map((ms, index) => ({ path: bar(ms, index), isLong: ms > FELT_FROM_MS }))
  const before = bars.slice(0, -1)
  const pathOf = (isLong: boolean) =>
    before
      .filter((each) => each.isLong === isLong)
      .map(({ path }) => path)
      .join("")
  return { least, most, median, scale, short: pathOf(false), long: pathOf(true), latest: bars.at(-1)?.path ?? "" }
}
