/**
 * Judges whether a download goes on at a bearable pace, however its server spreads the bytes: a byte now and then breaks no silence
 * for ever (FW-7). Time is counted in ticks of the caller while it runs, so that the sleep of a machine counts as one tick.
 */

/** A download that brings fewer new bytes than this within the span is given up. */
export const PACE_BYTES = 256 * 1024
export const PACE_TICK_MS = 1_000
export const PACE_TICKS = 120

export interface DownloadPace {
  /** One more tick has passed, and so many bytes are here: true when too few of them are new. */
  readonly isTooSlow: (at: number) => boolean
  /** A new span begins: the server asked to wait, or all of the image is asked for again. */
  readonly restart: (at: number) => void
}

export const createPace = (at: number): DownloadPace => {
  let [ticks, first, most] = [0, at, at]
  const restart = (at: number): void => {
    ;[ticks, first, most] = [0, at, at]
  }
  return {
    restart,
    isTooSlow: (at) => {
      most = Math.max(most, at)
      ticks += 1
      if (ticks < PACE_TICKS) return false
      const isSlow = most - first < PACE_BYTES
      restart(most)
      return isSlow
    },
  }
}
