import { randomInt } from "node:crypto"
import type { Endpoint } from "../../src/domain/wire/device/endpoint.ts"
import { CONFIRMED_MAX, LAN_DEVICES_PER_SOURCE_MAX, UNCONFIRMED_MAX } from "../limits.ts"
import { endpointText } from "./endpoint.ts"

/** Endpoints that answered a question that was not sent to them, and wait for a probe of their own. */
export interface Unconfirmed {
  /** Each endpoint once, of one address as many as devices of it count. Where there is no room a random one is removed, so that a flood shuts out no other endpoint. */
  add(endpoint: Endpoint): void
  isEmpty(): boolean
  /** Takes out one after the other, until none is left. */
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
