/** The longest wait that any device imposes, ms. */
const WAIT_MAX_MS = 300_000

/** A wait at the last look: until when the device takes no passcode, and the time at which the wait is over, ms. */
export interface Wait {
  readonly until: number
  readonly end: number
  readonly now: number
}

/** A clock that is set back, before or during the wait, does not make it longer. */
export const waitedAt = (before: Wait | null, until: number, now: number): Wait => {
  const known = before?.until === until ? before : { end: until, now }
  return { until, end: Math.min(known.end - Math.max(0, known.now - now), now + WAIT_MAX_MS), now }
}
