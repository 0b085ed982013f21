/** The emulator's time: the real clock plus an offset. Never goes back, even when the real clock does. */
export interface EmulatorClock {
  /** ms since 1970. */
  now(): number
  advance(ms: number): void
  /** Offset to the real clock, ms. */
  offset(): number
  /** Returns to the real clock. Only here time may go back. */
  reset(): void
}

export const createClock = (real: () => number = Date.now, offsetMs = 0): EmulatorClock => {
  let offset = offsetMs
  let latest = 0
  return {
    now: () => {
      latest = Math.max(latest, real() + offset)
      return latest
    },
    advance: (ms) => {
      offset += ms
    },
    offset: () => offset,
    reset: () => {
      offset = 0
      latest = 0
    },
  }
}
