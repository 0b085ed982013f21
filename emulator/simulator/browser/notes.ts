import { Effect } from "effect"
import type { LatestReading, Readings } from "../../../src/domain/ports/readings.ts"
import type { SimulatedWorld, Tab } from "../world.ts"

/** The latest readings that the tabs of a browser keep beside the log. */
export class Notes {
  readonly readings = new Map<string, LatestReading>()
  readonly #listeners = new Map<Tab, () => void>()
  readonly #world: SimulatedWorld

  constructor(world: SimulatedWorld) {
    this.#world = world
  }

  portFor(tab: Tab): Readings["Service"] {
    return {
      get: (account) => Effect.sync(() => [...this.readings.values()].filter((reading) => reading.account === account)),
      put: (reading) =>
        Effect.sync(() => {
          this.#keepOnly((other) => other.account === reading.account)
          this.readings.set(reading.list, reading)
          for (const [other, notify] of this.#listeners) if (other !== tab) this.#world.afterIn(other, 0, notify)
        }),
      erase: (account) =>
        Effect.sync(() => {
          this.#keepOnly((reading) => reading.account !== account)
          return true
        }),
      onForeignPut: (notify) =>
        Effect.sync(() => {
          this.#listeners.set(tab, notify)
          return () => void this.#listeners.delete(tab)
        }),
    }
  }

  #keepOnly(stays: (reading: LatestReading) => boolean): void {
    for (const [list, reading] of this.readings) if (!stays(reading)) this.readings.delete(list)
  }
}
