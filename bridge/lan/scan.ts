import type { Rate } from "../../src/domain/values/rate.ts"
import type { Endpoint } from "../../src/domain/wire/device/endpoint.ts"
import { SCAN_TICK_MS, SCAN_WINDOW } from "../limits.ts"
import { endpointText } from "./endpoint.ts"
import type { Targets } from "./targets.ts"

/**
 * Asks every address of the targets, within a window of open addresses and a rate per second. An address is done when
 * it answers or when its time is over. Half-way the scan asks it once more, because a datagram may be lost. Memory
 * holds as many addresses as the window.
 */

export interface ScanOptions {
  readonly targets: Targets
  readonly timeoutMs: number
  /** Shared by all that send probes. */
  readonly rate: Rate
  readonly probe: (endpoint: Endpoint) => void
  /** True when another probe would leave at once. The time of an address starts when its probe leaves. */
  readonly hasRoom: () => boolean
  readonly progress: (done: number) => void
  readonly now: () => number
  readonly signal: AbortSignal
}

export interface AddressScan {
  /** Records an answer from this endpoint. */
  answered(endpoint: Endpoint): void
  /** Resolves with the number of finished addresses, after the last one or when the signal is aborted. */
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
  /** In the order of sending: a `Map` keeps it. */
  const waiting = new Map<string, Waiting>()
  /** Addresses that the scan has asked once. */
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
      // An address in two targets counts as done the second time.
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
      // An address is done when its time is over or, between two ticks, when it answers.
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
