/** The emulator's time: the real clock and what was added to it. Never goes back, even when the real one does. */
export interface EmulatorClock {
  /** ms since 1970. */
  now(): number
  advance(ms: number): void
  /** How far it is ahead of the real clock, ms. */
  offset(): number
  /** Returns to the real clock; the one occasion on which time may go back. */
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
