interface Ticker {
  now: number
  readonly listeners: Set<() => void>
  timer: ReturnType<typeof setInterval> | undefined
}

/** The present as the screens of one client see it, ms. */
export interface Clock {
  readonly now: (period: number) => number
  /** Calls back every `period` ms. All callers with the same period share a timer. */
  readonly subscribe: (period: number, listener: () => void) => () => void
  /**
   * Moves every period to the present, so that nothing on screen lies in the future. Called after a commit, and when a
   * tab is shown again.
   */
  readonly touch: () => void
}

export const createClock = (present: () => number): Clock => {
  const tickers = new Map<number, Ticker>()
  const tickerOf = (period: number): Ticker => {
    const known = tickers.get(period)
    if (known !== undefined) return known
    const ticker: Ticker = { now: present(), listeners: new Set(), timer: undefined }
    tickers.set(period, ticker)
    return ticker
  }
  return {
    now: (period) => tickerOf(period).now,
    subscribe: (period, listener) => listen(tickerOf(period), { period, present }, listener),
    touch: () => {
      for (const ticker of tickers.values()) ticker.now = present()
    },
  }
}

interface Pace {
  readonly period: number
  readonly present: () => number
}

const listen = (ticker: Ticker, { period, present }: Pace, listener: () => void) => {
  ticker.listeners.add(listener)
  ticker.timer ??= setInterval(() => {
    ticker.now = present()
    for (const each of ticker.listeners) each()
  }, period)
  return () => {
    ticker.listeners.delete(listener)
    if (ticker.listeners.size > 0) return
    clearInterval(ticker.timer)
    ticker.timer = undefined
  }
}
