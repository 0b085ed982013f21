import { requestFaults } from "../model/faultNames.ts"
import type { Prng } from "./prng.ts"

/** What the network and the server do to one request (design.md section 5, the faults of the cloud). */
export const faults = [...requestFaults, "too-often", "expire-session"] as const
export type Fault = (typeof faults)[number]

/** How often each fault happens, as a share of requests; those that are missing never do. */
export type FaultProfile = ReadonlyMap<Fault, number>

export const noFaults: FaultProfile = new Map()

/** Share of seeds in which a fault happens at all, and the most often it then does. */
const PRESENT = 0.5
const RARE = 0.02
const FREQUENT = 0.4

/** A different mixture for each seed: some runs know one fault alone, some all, some none. */
export const drawFaults = (prng: Prng): FaultProfile => {
  const profile = new Map<Fault, number>()
  for (const fault of faults) {
    if (prng.chance(PRESENT)) profile.set(fault, prng.chance(0.5) ? RARE : prng.fraction() * FREQUENT)
  }
  return profile
}

export const drawFault = (profile: FaultProfile, prng: Prng): Fault | undefined => {
  let rest = prng.fraction()
  for (const [fault, share] of profile) {
    rest -= share
    if (rest < 0) return fault
  }
  return undefined
}
