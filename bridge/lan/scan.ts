import type { Rate } from "../../src/domain/values/rate.ts"
import type { Place } from "../../src/domain/wire/device/place.ts"
import { SCAN_TICK_MS, SCAN_WINDOW } from "../limits.ts"
import { placeText } from "./place.ts"
import type { Targets } from "./targets.ts"

/**
 * Asks every address of the targets, so many at once and so many a second. An address is done when it answers or when its
 * time is over; half-way it is asked once more, because a datagram may be lost. Holds as many addresses as the window has.
 */

export interface ScanOptions {
  readonly targets: Targets
  readonly timeoutMs: number
  /** Shared by all that probe. */
  readonly rate: Rate
  readonly probe: (place: Place) => void
  /** Another probe would leave at once: time runs from when it leaves. */
  readonly hasRoom: () => boolean
  readonly progress: (done: number) => void
  readonly now: () => number
  readonly signal: AbortSignal
}

export interface Scan {
  /** Something answered from there. */
  answered(place: Place): void
  /** Resolves when all addresses are done, or the signal was aborted; with how many were done. */
  readonly ended: Promise<number>
}

interface Waiting {
  readonly place: Place
  readonly sentAt: number
}

export const startScan = ({ targets, timeoutMs, rate, probe, hasRoom, progress, now, signal }: ScanOptions): Scan => {
  const places = targets.places()
  /** In the order in which they were sent: a `Map` keeps it. */
  const waiting = new Map<string, Waiting>()
  /** Those asked once so far. */
  const once = new Map<string, Waiting>()
  let done = 0
  let reported = 0
  let next = places.next()

  const forget = (at: number): void => {
    for (const [key, { sentAt }] of waiting) {
      if (at - sentAt < timeoutMs) break
      waiting.delete(key)
      once.delete(key)
      done += 1
    }
  }
  const askAgain = (at: number): void => {
    for (const [key, { place, sentAt }] of once) {
      if (at - sentAt < timeoutMs / 2 || !hasRoom() || !rate.take(at)) break
      once.delete(key)
      probe(place)
    }
  }
  const askNew = (at: number): void => {
    while (!next.done && waiting.size < SCAN_WINDOW && hasRoom() && rate.take(at)) {
      const key = placeText(next.value)
      // The same address in two targets is asked once, and done.
      if (waiting.has(key)) done += 1
      else {
        const one = { place: next.value, sentAt: at }
        waiting.set(key, one)
        once.set(key, one)
        probe(next.value)
      }
      next = places.next()
    }
  }

  const ended = new Promise<number>((resolve) => {
    const tick = (): void => {
      const at = now()
      forget(at)
      askAgain(at)
      askNew(at)
      // An address is done when its time is over, and in between when it answers.
      if (done !== reported) progress(done)
      reported = done
      if (next.done && waiting.size === 0) end()
    }
    const timer = setInterval(tick, SCAN_TICK_MS)
    const end = (): void => {
      clearInterval(timer)
      signal.removeEventListener("abort", end)
      resolve(done)
    }
    if (signal.aborted) end()
    else signal.addEventListener("abort", end)
  })

  return {
    answered: (place) => {
      const key = placeText(place)
      if (!waiting.delete(key)) return
      once.delete(key)
      done += 1
    },
    ended,
  }
}
