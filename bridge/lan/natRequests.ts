import type { Endpoint } from "../../src/domain/wire/device/endpoint.ts"

/** Requests through the cloud that a device answers to this machine. Each answer carries the nonce of its request. */
export interface NatRequests {
  /** The endpoint from which the device answers. Undefined when the signal comes first. */
  answer(nonce: string, did: string, signal: AbortSignal): Promise<Endpoint | undefined>
  record(nonce: string, did: string, endpoint: Endpoint): void
}

export const createNatRequests = (): NatRequests => {
  const open = new Map<string, (did: string, endpoint: Endpoint) => void>()
  return {
    record: (nonce, did, endpoint) => open.get(nonce)?.(did, endpoint),
    answer: (nonce, did, signal) =>
      new Promise((resolve) => {
        const leave = (): void => end(undefined)
        const end = (endpoint: Endpoint | undefined): void => {
          open.delete(nonce)
          signal.removeEventListener("abort", leave)
          resolve(endpoint)
        }
        // An aborted signal sends no event.
        if (signal.aborted) return leave()
        open.set(nonce, (answering, endpoint) => {
          if (answering === did) end(endpoint)
        })
        signal.addEventListener("abort", leave)
      }),
  }
}
