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

/** The system gives one that is free. */
const ANY_PORT: Place = { address: LOOPBACK, port: 0 }

/** Gives places in order; those given back are given again first. */
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
  const freed: Place[] = []
  return {
    next: () => {
      if (onPorts) return ANY_PORT
      const again = freed.shift()
      if (again !== undefined) return again
      next += 1
      return next > LAST_PLACE ? undefined : placeAt(next - 1)
    },
    refuse: (place, why) => {
      if (why === "no such address") onPorts = true
      // The first of a block is taken: the whole block is another emulator's.
      else if (place.address === placeAt(next - 1).address && next % PER_BLOCK === 1) next += PER_BLOCK - 1
    },
    free: (place) => {
      if (!onPorts) freed.push(place)
    },
  }
}
