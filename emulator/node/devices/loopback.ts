import { DEVICE_PORT } from "../../../src/domain/values/limits.ts"
import type { Endpoint } from "../../../src/domain/wire/device/endpoint.ts"

/**
 * The addresses of emulated devices: 127.0.1.1 and up, one each. A second emulator takes the next block, so that a scan
 * of 127.0.1.* never mixes two worlds. On a system with only 127.0.0.1, all share it, on free ports.
 */

const PER_BLOCK = 254
const BLOCKS = 254
const LAST_ENDPOINT = PER_BLOCK * BLOCKS

export const LOOPBACK = "127.0.0.1"

const endpointAt = (number: number): Endpoint => ({
  address: `127.0.${1 + Math.floor(number / PER_BLOCK)}.${1 + (number % PER_BLOCK)}`,
  port: DEVICE_PORT,
})

/** The number of one of our addresses. Undefined for a port on the shared address. */
const numberOf = ({ address }: Endpoint): number | undefined => {
  const [, , block = 0, host = 0] = address.split(".").map(Number)
  return block < 1 ? undefined : (block - 1) * PER_BLOCK + host - 1
}

/** Lets the system choose a free port. */
const ANY_PORT: Endpoint = { address: LOOPBACK, port: 0 }

/** Gives out the lowest free endpoint, so that the same world has the same addresses after a reset. */
export interface LoopbackEndpoints {
  /** Undefined when there is none left. */
  next(): Endpoint | undefined
  /**
   * Reports that an endpoint is not available: another emulator has it, or the system lacks the address. Skips similar
   * ones from now on.
   */
  refuse(endpoint: Endpoint, why: "taken" | "no such address"): void
  free(endpoint: Endpoint): void
}

export const createLoopback = (): LoopbackEndpoints => {
  let next = 0
  let onPorts = false
  /** The numbers of freed endpoints. */
  const freed = new Set<number>()
  return {
    next: () => {
      if (onPorts) return ANY_PORT
      if (freed.size > 0) {
        const lowest = Math.min(...freed)
        freed.delete(lowest)
        return endpointAt(lowest)
      }
      next += 1
      return next > LAST_ENDPOINT ? undefined : endpointAt(next - 1)
    },
    refuse: (endpoint, why) => {
      if (why === "no such address") onPorts = true
      // When the first endpoint of a block is taken, the whole block belongs to another emulator.
      else if (endpoint.address === endpointAt(next - 1).address && next % PER_BLOCK === 1) next += PER_BLOCK - 1
    },
    free: (endpoint) => {
      const number = numberOf(endpoint)
      if (!onPorts && number !== undefined) freed.add(number)
    },
  }
}
