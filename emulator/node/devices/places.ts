import { DEVICE_PORT } from "../../../src/domain/values/limits.ts"
import type { Place } from "../../../src/domain/wire/device/place.ts"

/**
 * Where emulated devices live: 127.0.1.1 and up, an address each. A second emulator takes the next block, so that a scan
 * of 127.0.1.* never mixes two worlds. Where a system has 127.0.0.1 alone, all live there, on free ports.
 */

const PER_BLOCK = 254
const BLOCKS = 254
const LAST_PLACE = PER_BLOCK * BLOCKS

export const LOOPBACK = "127.0.0.1"

const placeAt = (number: number): Place => ({
  address: `127.0.${1 + Math.floor(number / PER_BLOCK)}.${1 + (number % PER_BLOCK)}`,
  port: DEVICE_PORT,
})

/** The number of an address of ours, undefined for a port on the one that all share. */
const numberOf = ({ address }: Place): number | undefined => {
  const [, , block = 0, host = 0] = address.split(".").map(Number)
  return block < 1 ? undefined : (block - 1) * PER_BLOCK + host - 1
}

/** The system gives one that is free. */
const ANY_PORT: Place = { address: LOOPBACK, port: 0 }

/** Gives the lowest free place, so that the same world has the same addresses after a reset. */
export interface Places {
  /** Undefined when there is none left. */
  next(): Place | undefined
  /** The place cannot be had: another emulator has it, or the system lacks the address. Its like is not given again. */
  refuse(place: Place, why: "taken" | "no such address"): void
  free(place: Place): void
}

export const createPlaces = (): Places => {
  let next = 0
  let onPorts = false
  /** The numbers of places that were given back. */
  const freed = new Set<number>()
  return {
    next: () => {
      if (onPorts) return ANY_PORT
      if (freed.size > 0) {
        const lowest = Math.min(...freed)
        freed.delete(lowest)
        return placeAt(lowest)
      }
      next += 1
      return next > LAST_PLACE ? undefined : placeAt(next - 1)
    },
    refuse: (place, why) => {
      if (why === "no such address") onPorts = true
      // The first of a block is taken: the whole block is another emulator's.
      else if (place.address === placeAt(next - 1).address && next % PER_BLOCK === 1) next += PER_BLOCK - 1
    },
    free: (place) => {
      const number = numberOf(place)
      if (!onPorts && number !== undefined) freed.add(number)
    },
  }
}
