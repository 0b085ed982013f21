import type { BridgeLink } from "../../../src/domain/features/bridge/feature.ts"
import type { BridgeCallback } from "../../../src/domain/wire/bridge.ts"
import type { Prng } from "../prng.ts"
import type { SimulatedWorld, Tab } from "../world.ts"

/** Longest delay of a message, and longest time until a page learns that the link is lost or back, ms. */
export const WAY_MS = 40

/** The native side's view of a page: its received messages, and its open requests. */
export class SimulatedPage {
  readonly tab: Tab
  readonly links = new Set<(link: BridgeLink) => void>()
  readonly messages = new Set<(message: BridgeCallback) => void>()
  /** Devices that it has entered. */
  readonly entered = new Set<string>()
  /** The device with an open passcode question. */
  question: string | undefined
  /** The device for which it brings the image. */
  filling: string | undefined
  readonly #world: SimulatedWorld
  readonly #prng: Prng
  /** Arrival time of its last message, ms of the world: messages keep their order. */
  #lastAt = 0

  constructor(tab: Tab, world: SimulatedWorld, prng: Prng) {
    this.tab = tab
    this.#world = world
    this.#prng = prng
  }

  hearLink(link: BridgeLink): void {
    this.#world.afterIn(this.tab, this.#prng.below(WAY_MS), () => {
      for (const listener of [...this.links]) listener(link)
    })
  }

  tell(message: BridgeCallback): void {
    this.#lastAt = Math.max(this.#lastAt, this.#world.now + this.#prng.below(WAY_MS))
    this.#world.afterIn(this.tab, this.#lastAt - this.#world.now, () => {
      for (const listener of [...this.messages]) listener(message)
    })
  }

  /** The native side went away: nothing is open with it any more. */
  leave(): void {
    this.entered.clear()
    this.question = undefined
    this.filling = undefined
  }
}
