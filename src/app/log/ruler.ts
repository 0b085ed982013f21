import type { LogIndex } from "./logIndex.ts"

export const RULER_TICKS = 284
/** Of the picture, in its own units. */
export const RULER_HEIGHT = 52
/** Above the highest tick, and the lowest that shows something. */
const ROOM_ABOVE = 16
const LOWEST = 2
const MARK = 6

export interface Ruler {
  /** ms */
  readonly from: number
  readonly span: number
  /** Ticks up to the moment that is looked at, those after it, and the tips of those in which something went wrong. */
  readonly past: string
  readonly future: string
  readonly problems: string
}

/**
 * How many events each part of the time holds. The index is asked where the parts end, because a look at each of a million
 * events holds the page up.
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

/** A tick for each part of the time up to the event `last`, as high as much happened in it. */
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
