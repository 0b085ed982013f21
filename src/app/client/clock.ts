import { useCallback, useSyncExternalStore } from "react"

/** How often what is on screen ages, ms; counting down to a moment needs SECOND. */
export const HALF_MINUTE = 30_000
export const SECOND = 1_000

interface Ticker {
  now: number
  readonly listeners: Set<() => void>
  timer: ReturnType<typeof setInterval> | undefined
}

const tickers = new Map<number, Ticker>()

const tickerOf = (period: number): Ticker => {
  const known = tickers.get(period)
  if (known !== undefined) return known
  const ticker: Ticker = { now: Date.now(), listeners: new Set(), timer: undefined }
  tickers.set(period, ticker)
  return ticker
}

/** Moves every clock to the present: after a commit, and when a tab is shown again, nothing lies in the future. */
export const touchClocks = (): void => {
  for (const ticker of tickers.values()) ticker.now = Date.now()
}

/** The present, ms, moving every `period` ms; one timer a period, however many components look. */
export const useNow = (period: number = HALF_MINUTE): number => {
  const subscribe = useCallback((listener: () => void) => listen(tickerOf(period), period, listener), [period])
  return useSyncExternalStore(subscribe, () => tickerOf(period).now)
}

const listen = (ticker: Ticker, period: number, listener: () => void) => {
  ticker.listeners.add(listener)
  ticker.timer ??= setInterval(() => {
    ticker.now = Date.now()
    for (const each of ticker.listeners) each()
  }, period)
  return () => {
    ticker.listeners.delete(listener)
    if (ticker.listeners.size > 0) return
    clearInterval(ticker.timer)
    ticker.timer = undefined
  }
}
