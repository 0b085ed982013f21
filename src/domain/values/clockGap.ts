import { CLOCK_GAP_TOLERATED_MS, FUTURE_TOLERATED_MS, ONLINE_WINDOW_MS } from "./limits.ts"

/**
 * How far the clock of this computer is ahead of the server's, ms, negative where it is behind (DEVICE-5). Ages are
 * computed with one clock: times from the server are moved by this gap.
 */

export interface DatedReading {
  /** The beginning of the reading and its recording, by the clock of this computer, ms. */
  readonly begunAt: number
  readonly at: number
  /** The time of the reply, by the server's clock, ms; null where a page may not read it. */
  readonly servedAt: number | null
  /** The time when each device was last seen, by the server's clock, ms. */
  readonly lastSeen: readonly number[]
  /** For devices that were seen again since the last recorded reading: the time, by the server's clock, ms. */
  readonly seenAgain: readonly number[]
  /** The time when that reading was recorded, ms; null when there was none. */
  readonly readBefore: number | null
  /** The known gap. */
  readonly known: number
}

const MINUTE_MS = 60_000

export const clockGap = (reading: DatedReading): number => {
  const { servedAt, known } = reading
  const gap = servedAt === null ? hintedGap(reading) : measuredGap({ ...reading, servedAt })
  if (gap === null) return known
  if (Math.abs(gap) <= CLOCK_GAP_TOLERATED_MS) return 0
  // Two measurements of one gap differ by the duration of replies. Shown times must not move with each.
  return known !== 0 && Math.abs(gap - known) <= CLOCK_GAP_TOLERATED_MS
    ? known
    : Math.round(gap / MINUTE_MS) * MINUTE_MS
}

/** The server replied at some moment between the beginning and the end, however long the tab was frozen meanwhile. */
const measuredGap = ({ begunAt, at, servedAt }: { begunAt: number; at: number; servedAt: number }): number => {
  if (servedAt < Math.min(begunAt, at)) return Math.min(begunAt, at) - servedAt
  return servedAt > Math.max(begunAt, at) ? at - servedAt : 0
}

/**
 * The gap from the times of devices, when the server's time is unknown. A device that was seen again was seen after the
 * last reading: a time long before that comes from a clock behind ours. A time in the future comes from a clock ahead
 * of ours; if it is far ahead, several devices must agree. Null without any time.
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
  // The log holds exactly the times that are older than the online window, so a smaller gap does not show.
  if (behind > ONLINE_WINDOW_MS) return known > 0 ? Math.min(known, behind) : behind
  return known === 0 ? null : 0
}

/** A number between these is a time in seconds, from 2001 on: as milliseconds it would be before 1973. */
const SECONDS_FROM = 1_000_000_000
const SECONDS_BELOW = 100_000_000_000

/** From this number on a time is in microseconds: as milliseconds it would be after the year 5138. */
const MICROS_FROM = 100_000_000_000_000

/** A time from a server, converted to ms; 0 for never. Some servers count in seconds or in microseconds. */
export const serverMs = (time: number): number => {
  if (time <= 0) return 0
  if (time >= MICROS_FROM) return Math.floor(time / 1_000)
  return time >= SECONDS_FROM && time < SECONDS_BELOW ? time * 1_000 : time
}
