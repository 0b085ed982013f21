/**
 * Judges whether a download goes on at a bearable pace, however its server spreads the bytes: a byte now and then breaks no silence
 * for ever (FW-7). Time is counted in ticks of the caller while it runs, so that the sleep of a machine counts as one tick.
 */

/**
 * A download that brings fewer bytes than this within the span is given up. Bytes that are held already count: a server that
 * answers no range sends them again, however many there are.
 */
export const PACE_BYTES = 256 * 1024
export const PACE_TICK_MS = 1_000
export const PACE_TICKS = 120

export interface DownloadPace {
  /** So many bytes have arrived. */
  readonly came: (bytes: number) => void
  /** One more tick has passed: true when too few bytes came in the span that ends with it. */
  readonly isTooSlow: () => boolean
  /** A new span begins: the server has asked to wait, or the wait is over. */
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
