import type { Endpoint } from "../../../src/domain/wire/device/endpoint.ts"
import type { EmulatedEndpoint } from "./endpoint.ts"

/**
 * Endpoints of devices that are not on this network and answer NAT requests (DEVICE-10). They take connections but
 * answer no probe, like behind a router that opens a port on request.
 */

/** Time after which an unused endpoint closes, as a router drops an unused mapping, ms. */
const UNUSED_MS = 60_000

export interface FarEndpoints {
  /** Opens the endpoint when necessary, and sends from it. False when the system provides none. */
  send(did: string, bytes: Uint8Array, to: Endpoint): Promise<boolean>
  leave(did: string): void
  /** Ends every connection and closes every endpoint. */
  closeAll(): void
}

export interface Far {
  readonly endpoint: EmulatedEndpoint
  /** Closes the endpoint and frees its address. */
  readonly close: () => void
}

export const createFarEndpoints = (open: (did: string) => Promise<Far | undefined>): FarEndpoints => {
  const openings = new Map<string, Promise<Far | undefined>>()
  const timers = new Map<string, NodeJS.Timeout>()

  const leave = (did: string): void => {
    const opening = openings.get(did)
    openings.delete(did)
    clearTimeout(timers.get(did))
    timers.delete(did)
    void opening?.then((far) => far?.close())
  }
  const closeUnused = (did: string, endpoint: EmulatedEndpoint): void => {
    clearTimeout(timers.get(did))
    const look = (): void => {
      if (endpoint.isUsed) closeUnused(did, endpoint)
      else leave(did)
    }
    timers.set(did, setTimeout(look, UNUSED_MS).unref())
  }
  const opened = async (did: string): Promise<Far | undefined> => {
    const far = await open(did)
    try {
      await far?.endpoint.listen()
      return far
    } catch {
      far?.close()
      return undefined
    }
  }

  return {
    send: async (did, bytes, to) => {
      const opening = openings.get(did) ?? opened(did)
      openings.set(did, opening)
      const far = await opening
      // The device has left meanwhile, or its endpoint never opened.
      if (openings.get(did) !== opening) return false
      if (far === undefined) {
        openings.delete(did)
        return false
      }
      closeUnused(did, far.endpoint)
      far.endpoint.send(bytes, to)
      return true
    },
    leave,
    closeAll: () => {
      for (const did of [...openings.keys()]) leave(did)
    },
  }
}
