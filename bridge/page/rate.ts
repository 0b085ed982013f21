/** So many at once, refilled at so many a second. Without a clock: the caller says when it is, ms. */
export interface Rate {
  take(now: number): boolean
}

const SECOND_MS = 1_000

export const createRate = (burst: number, perSecond: number): Rate => {
  let left = burst
  let at = Number.NEGATIVE_INFINITY
  return {
    take: (now) => {
      left = Math.min(burst, left + (Math.max(0, now - at) / SECOND_MS) * perSecond)
      at = now
      if (left < 1) return false
      left -= 1
      return true
    },
  }
}
