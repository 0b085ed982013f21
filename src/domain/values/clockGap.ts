import { CLOCK_GAP_TOLERATED_MS, FUTURE_TOLERATED_MS, ONLINE_WINDOW_MS } from "./limits.ts"

/**
 * How far the clock of this computer is ahead of the server's, ms, negative where it is behind (DEVICE-5). Ages are
 * counted by one clock: what the server dates is moved by this gap.
 */

export interface DatedReading {
  /** When the reading began and when it was recorded, by the clock of this computer, ms. */
  readonly begunAt: number
  readonly at: number
  /** When the server answered, by its own clock, ms; null where a page may not read that. */
  readonly servedAt: number | null
  /** When each device was last seen, by the server's clock, ms. */
  readonly lastSeen: readonly number[]
  /** Devices that were seen again since the reading recorded before, with when by the server's clock, ms. */
  readonly seenAgain: readonly number[]
  /** When that reading was recorded, ms; null when there was none. */
  readonly readBefore: number | null
  /** The gap that was known. */
  readonly known: number
}

const MINUTE_MS = 60_000

export const clockGap = (reading: DatedReading): number => {
  const { servedAt, known } = reading
  const gap = servedAt === null ? hintedGap(reading) : measuredGap({ ...reading, servedAt })
  if (gap === null) return known
  if (Math.abs(gap) <= CLOCK_GAP_TOLERATED_MS) return 0
  // Two measures of one gap differ by as long as answers take: what is shown must not move with each.
  return known !== 0 && Math.abs(gap - known) <= CLOCK_GAP_TOLERATED_MS
    ? known
    : Math.round(gap / MINUTE_MS) * MINUTE_MS
}

/** The server answered at some moment between the beginning and the end, however long the tab was frozen meanwhile. */
const measuredGap = ({ begunAt, at, servedAt }: { begunAt: number; at: number; servedAt: number }): number => {
  if (servedAt < Math.min(begunAt, at)) return Math.min(begunAt, at) - servedAt
  return servedAt > Math.max(begunAt, at) ? at - servedAt : 0
}

/**
 * Where the server's time is not known, readings of devices show it. One that was seen again since the reading before was seen
 * after it, so a time long before that is one of a clock behind ours. A time that is still to come is one of a clock
 * ahead of ours; far ahead it is believed only of several devices. Null without any time.
 */
const hintedGap = ({ at, lastSeen, seenAgain, readBefore, known }: DatedReading): number | null => {
  const newest = Math.max(...lastSeen, Number.NEGATIVE_INFINITY)
  const ahead = newest - at
  if (ahead > CLOCK_GAP_TOLERATED_MS) {
    const near = lastSeen.filter((seen) => newest - seen <= ONLINE_WINDOW_MS)
    return near.length > 1 || ahead <= FUTURE_TOLERATED_MS ? -ahead : null
  }
  const again = Math.max(...seenAgain, Number.NEGATIVE_INFINITY)
  if (readBefore === null || again === Number.NEGATIVE_INFINITY) return null
  const behind = readBefore - again
  // The log has each time that is older than the online window, and only those exactly: a smaller gap is not seen.
  if (behind > ONLINE_WINDOW_MS) return known > 0 ? Math.min(known, behind) : behind
  return known === 0 ? null : 0
}

/** Between these a time is one in seconds, from 2001 on: as milliseconds it would lie before 1973. */
const SECONDS_FROM = 1_000_000_000
const SECONDS_BELOW = 100_000_000_000

/** From here on a time is one in microseconds: as milliseconds it would lie after the year 5138. */
const MICROS_FROM = 100_000_000_000_000

/** A time that a server names, ms; 0 for never. Some servers count in seconds or in microseconds. */
export const serverMs = (time: number): number => {
  if (time <= 0) return 0
  if (time >= MICROS_FROM) return Math.floor(time / 1_000)
  return time >= SECONDS_FROM && time < SECONDS_BELOW ? time * 1_000 : time
}
