import type { LogIndex } from "./logIndex.ts"

export const RULER_TICKS = 284
/** Height of the picture, in its own units. */
export const RULER_HEIGHT = 52
/** Space above the highest tick, and the least height of a tick with events. */
const ROOM_ABOVE = 16
const LOWEST = 2
const MARK = 6

export interface Ruler {
  /** ms */
  readonly from: number
  readonly span: number
  /** Paths: the ticks up to the selected time, the ticks after it, and the tips of ticks with failures. */
  readonly past: string
  readonly future: string
  readonly problems: string
}

/**
 * The number of events in each part of the time. Asks the index where each part ends, because a look at each of a
 * million events would block the page.
 */
export const countsOf = (index: LogIndex, last: number, from: number, span: number): readonly number[] => {
  let before = index.first - 1
  return Array.from({ length: RULER_TICKS }, (_, tick) => {
    const isLast = tick === RULER_TICKS - 1
    const upTo = isLast ? last : index.seqAt(Math.ceil(from + ((tick + 1) * span) / RULER_TICKS) - 1)
    const count = upTo - before
    before = upTo
    return count
  })
}

const tickAt = (time: number, from: number, span: number): number =>
  Math.min(RULER_TICKS - 1, Math.floor(((time - from) * RULER_TICKS) / span))

/** A tick for each part of the time up to the event `last`. Its height is the number of events in that part. */
export const rulerOf = (index: LogIndex, last: number, at: number): Ruler => {
  const from = index.timeOf(index.first)
  const span = Math.max(1, index.timeOf(last) - from)
  const counts = countsOf(index, last, from, span)
  const problems = new Set(index.problems.map((seq) => tickAt(index.timeOf(seq), from, span)))
  const most = Math.log1p(Math.max(1, ...counts))
  const now = ((index.timeOf(at) - from) / span) * RULER_TICKS
  const paths = { past: "", future: "", problems: "" }
  for (const [tick, count] of counts.entries()) {
    const share = Math.log1p(count) / most
    const high = count === 0 ? 1 : LOWEST + Math.round(share * (RULER_HEIGHT - ROOM_ABOVE))
    const [x, top] = [tick * 4 + 1, RULER_HEIGHT - high]
    paths[tick <= now ? "past" : "future"] += `M${x} ${top}v${high}`
    if (problems.has(tick)) paths.problems += `M${x} ${top}v${Math.min(MARK, high)}`
  }
  return { from, span, ...paths }
}
