/** No device makes anyone wait longer than this, ms. */
const WAIT_MAX_MS = 300_000

/** A wait as it was looked at last: until when the device takes no passcode, and by which time it is over, ms. */
export interface Wait {
  readonly until: number
  readonly end: number
  readonly now: number
}

/** A clock that is set back, before or while a person waits, makes the wait no longer. */
export const waitedAt = (before: Wait | null, until: number, now: number): Wait => {
  const known = before?.until === until ? before : { end: until, now }
  return { until, end: Math.min(known.end - Math.max(0, known.now - now), now + WAIT_MAX_MS), now }
}
