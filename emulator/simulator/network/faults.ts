import { type CallName, calls } from "../../../src/domain/wire/cloud.ts"
import { requestFaults } from "../../model/faultNames.ts"
import type { Prng } from "../prng.ts"

/** Faults of one request, from the network or the server (EMU-4). */
export const faults = [
  ...requestFaults,
  "too-often",
  "unknown-status",
  "expire-session",
  "forget-session",
  "offline",
] as const
export type NetworkFault = (typeof faults)[number]

/** The faults that a seed draws. `offline` is a state of the network. */
const drawn = faults.filter((fault) => fault !== "offline")

/** One call that meets one fault often, so that some seeds cover each rare pair. */
export interface Aim {
  readonly call: CallName
  readonly fault: NetworkFault
}

const callNames = Object.keys(calls).filter((name): name is CallName => Object.hasOwn(calls, name))

/** Faults that end a session. Only calls of a session can meet them. */
const ofSessions: ReadonlySet<NetworkFault> = new Set<NetworkFault>(["expire-session", "forget-session"])
const hasSession = (call: CallName): boolean => "uid" in calls[call].body.fields

/** Every fault with every call that can meet it. */
export const pairs: readonly Aim[] = callNames.flatMap((call) =>
  faults.filter((fault) => !ofSessions.has(fault) || hasSession(call)).map((fault) => ({ call, fault })),
)

/** The aim of this seed. Consecutive seeds take all of them in turn. */
export const aimOf = (seed: number): Aim => {
  const aim = pairs[seed % pairs.length]
  if (aim === undefined) throw new RangeError("there are no faults")
  return aim
}

/** Share of the aim's calls that meet its fault. */
export const AIMED = 0.6

/** The rate of each fault, as a share of requests. A missing fault never happens. */
export type FaultProfile = ReadonlyMap<NetworkFault, number>

export const noFaults: FaultProfile = new Map()

/** Share of seeds in which a fault happens at all, and its lowest and highest rate then. */
const PRESENT = 0.5
const RARE = 0.02
const FREQUENT = 0.4
/**
 * Highest share of the requests with any fault: where nearly all fail, the client hardly does anything that could go
 * wrong.
 */
const MOST = [0.1, 0.25, 0.6] as const

/** A different mixture for each seed: some runs have one fault alone, some all, some none. */
export const drawFaults = (prng: Prng): FaultProfile => {
  const profile = new Map<NetworkFault, number>()
  for (const fault of drawn) {
    if (prng.chance(PRESENT)) profile.set(fault, prng.chance(0.5) ? RARE : prng.fraction() * FREQUENT)
  }
  const sum = [...profile.values()].reduce((all, share) => all + share, 0)
  const scale = Math.min(1, prng.pick(MOST) / sum)
  for (const [fault, share] of profile) profile.set(fault, share * scale)
  return profile
}

export const drawFault = (profile: FaultProfile, prng: Prng): NetworkFault | undefined => {
  let rest = prng.fraction()
  for (const [fault, share] of profile) {
    rest -= share
    if (rest < 0) return fault
  }
  return undefined
}
