import type { Prng } from "../prng.ts"
import { drawFaults, type FaultProfile, noFaults } from "./faults.ts"
import type { Network } from "./network.ts"

/** Share of the seeds whose network is sound until the first call of a person: a user who cannot sign in shows little else. */
const FAIR = 0.7

/** Share of the lists that are uneven, in different seeds. */
const UNEVEN = [0, 0, 0.05, 0.4] as const

/** What requests meet by chance, and from when on. */
export class Weather {
  #to: FaultProfile | undefined
  readonly #network: Network

  constructor(network: Network, dice: Prng) {
    this.#network = network
    this.#to = drawFaults(dice)
    network.unevenness = dice.stream("uneven").pick(UNEVEN)
    if (!dice.chance(FAIR)) this.turn()
  }

  /** What was to come is here. */
  turn(): void {
    if (this.#to !== undefined) this.#network.profile = this.#to
    this.#to = undefined
  }

  /** Nothing goes wrong by chance any more. */
  clear(): void {
    this.#to = undefined
    this.#network.profile = noFaults
    this.#network.aim = undefined
    this.#network.unevenness = 0
  }
}
