import type { Prng } from "../prng.ts"
import { drawFaults, type FaultProfile, noFaults } from "./faults.ts"
import type { Network } from "./network.ts"

/**
 * Share of the seeds whose network is sound until the first call of a person: a person who cannot sign in tests little
 * else.
 */
const FAIR = 0.7

/** Shares of uneven lists, in different seeds. */
const UNEVEN = [0, 0, 0.05, 0.4] as const

/** The random faults of requests, and their start. */
export class Weather {
  #to: FaultProfile | undefined
  readonly #network: Network

  constructor(network: Network, dice: Prng) {
    this.#network = network
    this.#to = drawFaults(dice)
    network.unevenness = dice.stream("uneven").pick(UNEVEN)
    if (!dice.chance(FAIR)) this.turn()
  }

  /** Starts the planned faults. */
  turn(): void {
    if (this.#to !== undefined) this.#network.profile = this.#to
    this.#to = undefined
  }

  /** Ends all random faults. */
  clear(): void {
    this.#to = undefined
    this.#network.profile = noFaults
    this.#network.aim = undefined
    this.#network.unevenness = 0
  }
}
