import { type CallName, calls } from "../../../src/domain/wire/cloud.ts"
import { requestFaults } from "../../model/faultNames.ts"
import type { Prng } from "../prng.ts"

/** What the network and the server do to one request (EMU-4). */
export const faults = [
  ...requestFaults,
  "too-often",
  "unknown-status",
  "expire-session",
  "forget-session",
  "offline",
] as const
export type NetworkFault = (typeof faults)[number]

/** Those that a seed draws; the network alone says when it is offline. */
const drawn = faults.filter((fault) => fault !== "offline")

/** One call that meets one fault often: the seeds that draw it see what otherwise happens seldom. */
export interface Aim {
  readonly call: CallName
  readonly fault: NetworkFault
}

const callNames = Object.keys(calls).filter((name): name is CallName => Object.hasOwn(calls, name))

/** These end a session, and only calls of a session can meet them. */
const ofSessions: ReadonlySet<NetworkFault> = new Set<NetworkFault>(["expire-session", "forget-session"])
const hasSession = (call: CallName): boolean => "uid" in calls[call].body.fields

/** Every fault with every call that can meet it. */
export const pairs: readonly Aim[] = callNames.flatMap((call) =>
  faults.filter((fault) => !ofSessions.has(fault) || hasSession(call)).map((fault) => ({ call, fault })),
)

/** The one that this seed looks for; seeds in a row look for all of them in turn. */
export const aimOf = (seed: number): Aim => {
  const aim = pairs[seed % pairs.length]
  if (aim === undefined) throw new RangeError("there are no faults")
  return aim
}

/** How often the call of the aim meets its fault. */
export const AIMED = 0.6

/** How often each fault happens, as a share of requests; those that are missing never do. */
export type FaultProfile = ReadonlyMap<NetworkFault, number>

export const noFaults: FaultProfile = new Map()

/** Share of seeds in which a fault happens at all, and the most often it then does. */
const PRESENT = 0.5
const RARE = 0.02
const FREQUENT = 0.4
/** Share of the requests that meet any fault at most: where nearly all do, hardly anything is asked that could go wrong. */
const MOST = [0.1, 0.25, 0.6] as const

/** A different mixture for each seed: some runs know one fault alone, some all, some none. */
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
