/**
 * Judges whether a download is fast enough. A timeout of silence alone never ends a download that brings a byte now and
 * then (FW-7). Time counts in ticks of the running caller, so that the sleep of a machine counts as one tick.
 */

/**
 * A download with fewer bytes than this within the span ends. Bytes that are stored already count: a server without
 * range support sends them again, however many there are.
 */
export const PACE_BYTES = 256 * 1024
export const PACE_TICK_MS = 1_000
export const PACE_TICKS = 120

export interface DownloadPace {
  /** Counts bytes that have arrived. */
  readonly came: (bytes: number) => void
  /** Counts one more tick. Returns true when too few bytes came in the span that ends with it. */
  readonly isTooSlow: () => boolean
  /** Begins a new span, because the server has asked to wait, or the wait is over. */
  readonly restart: () => void
}

export const createPace = (): DownloadPace => {
  let [ticks, bytes] = [0, 0]
  const restart = (): void => {
    ;[ticks, bytes] = [0, 0]
  }
  return {
    came: (more) => {
      bytes += more
    },
    isTooSlow: () => {
      ticks += 1
      if (ticks < PACE_TICKS) return false
      const isSlow = bytes < PACE_BYTES
      restart()
      return isSlow
    },
    restart,
  }
}
