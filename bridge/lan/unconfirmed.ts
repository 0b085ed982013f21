import { randomInt } from "node:crypto"
import type { Endpoint } from "../../src/domain/wire/device/endpoint.ts"
import { CONFIRMED_MAX, LAN_DEVICES_PER_SOURCE_MAX, UNCONFIRMED_MAX } from "../limits.ts"
import { endpointText } from "./endpoint.ts"

/** Endpoints that answered a question that went elsewhere. Each waits for a probe of its own. */
export interface Unconfirmed {
  /**
   * Adds an endpoint once. Accepts at most as many endpoints of one address as it may have devices. A full set drops a
   * random endpoint, so that a flood shuts out no other endpoint.
   */
  add(endpoint: Endpoint): void
  isEmpty(): boolean
  /** Takes out one endpoint after the other, until none is left. */
  taken(): Iterable<Endpoint>
}

export const createUnconfirmed = (): Unconfirmed => {
  const waiting: Endpoint[] = []
  const seen = new Set<string>()
  const perAddress = new Map<string, number>()
  const forget = (): void => {
    seen.clear()
    perAddress.clear()
  }

  return {
    add: (endpoint) => {
      const key = endpointText(endpoint)
      if (seen.size >= CONFIRMED_MAX) forget()
      const ofAddress = perAddress.get(endpoint.address) ?? 0
      if (seen.has(key) || ofAddress >= LAN_DEVICES_PER_SOURCE_MAX) return
      seen.add(key)
      perAddress.set(endpoint.address, ofAddress + 1)
      if (waiting.length < UNCONFIRMED_MAX) waiting.push(endpoint)
      else waiting[randomInt(waiting.length)] = endpoint
    },
    isEmpty: () => waiting.length === 0,
    *taken() {
      for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) yield next
    },
  }
}
