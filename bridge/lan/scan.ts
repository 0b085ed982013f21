import type { Rate } from "../../src/domain/values/rate.ts"
import type { Endpoint } from "../../src/domain/wire/device/endpoint.ts"
import { SCAN_TICK_MS, SCAN_WINDOW } from "../limits.ts"
import { endpointText } from "./endpoint.ts"
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
  readonly probe: (endpoint: Endpoint) => void
  /** Another probe would leave at once: time runs from when it leaves. */
  readonly hasRoom: () => boolean
  readonly progress: (done: number) => void
  readonly now: () => number
  readonly signal: AbortSignal
}

export interface AddressScan {
  /** Something answered from there. */
  answered(endpoint: Endpoint): void
  /** Resolves when all addresses are done, or the signal was aborted; with how many were done. */
  readonly ended: Promise<number>
}

interface Waiting {
  readonly endpoint: Endpoint
  readonly sentAt: number
}

export const startScan = ({
  targets,
  timeoutMs,
  rate,
  probe,
  hasRoom,
  progress,
  now,
  signal,
}: ScanOptions): AddressScan => {
  const endpoints = targets.endpoints()
  /** In the order in which they were sent: a `Map` keeps it. */
  const waiting = new Map<string, Waiting>()
  /** Those asked once so far. */
  const once = new Map<string, Waiting>()
  let done = 0
  let reported = 0
  let next = endpoints.next()

  const forget = (at: number): void => {
    for (const [key, { sentAt }] of waiting) {
      if (at - sentAt < timeoutMs) break
      waiting.delete(key)
      once.delete(key)
      done += 1
    }
  }
  const askAgain = (at: number): void => {
    for (const [key, { endpoint, sentAt }] of once) {
      if (at - sentAt < timeoutMs / 2 || !hasRoom() || !rate.take(at)) break
      once.delete(key)
      probe(endpoint)
    }
  }
  const askNew = (at: number): void => {
    while (!next.done && waiting.size < SCAN_WINDOW && hasRoom() && rate.take(at)) {
      const key = endpointText(next.value)
      // The same address in two targets is asked once, and done.
      if (waiting.has(key)) done += 1
      else {
        const one = { endpoint: next.value, sentAt: at }
        waiting.set(key, one)
        once.set(key, one)
        probe(next.value)
      }
      next = endpoints.next()
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
    answered: (endpoint) => {
      const key = endpointText(endpoint)
      if (!waiting.delete(key)) return
      once.delete(key)
      done += 1
    },
    ended,
  }
}
