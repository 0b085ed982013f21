import type { Prng } from "../prng.ts"
import type { Simulation } from "../simulation.ts"
import type { Tab } from "../world.ts"
import type { CrashMoment } from "./moments.ts"

/** Share of the seeds with ambushes, and share of their moments with a strike. */
const PRESENT = 0.5
const STRIKES = 0.03
/** Longest time from the moment to the strike, ms. The disk and the next send lie within it. */
const WITHIN_MS = 8
/** Long enough that another tab takes over, ms. */
const FREEZE_MS = [61_000, 150_000] as const
const REWIND_MS = [5_500, 30_000] as const
const REOPEN_MS = [0, 30_000] as const

/** Strikes just after something important began: kills, freezes or crashes the tab at work. */
export class Ambush {
  readonly #simulation: Simulation
  readonly #strikes: number
  #over = false

  constructor(simulation: Simulation) {
    this.#simulation = simulation
    this.#strikes = simulation.prng.stream("ambush").chance(PRESENT) ? STRIKES : 0
  }

  readonly watch = (moment: CrashMoment, tab: Tab): void => {
    if (this.#over || this.#strikes === 0) return
    const { counts, decisions, world } = this.#simulation
    const strike = decisions.next(`ambush.${moment}`)
    if (!strike.dice.chance(this.#strikes) || !decisions.takes(strike)) return
    counts.add(`ambush ${moment}`)
    world.after(strike.dice.below(WITHIN_MS), () => this.#strike(tab, strike.dice))
  }

  end(): void {
    this.#over = true
  }

  #strike(tab: Tab, dice: Prng): void {
    const simulation = this.#simulation
    // A request to lead is best disturbed in the leader.
    const target = dice.chance(0.5) ? (simulation.browser.lock.holder ?? tab) : tab
    const client = simulation.clients.find((other) => other.tab === target)
    if (this.#over || client === undefined) return
    switch (dice.pick(["kill", "kill", "freeze", "freeze", "crash", "rewind"] as const)) {
      case "kill":
        simulation.kill(client)
        break
      case "freeze":
        simulation.trace.add(() => `${target.name} freezes`)
        target.frozen = true
        this.#later(dice.between(...FREEZE_MS), () => {
          target.frozen = false
        })
        break
      case "rewind":
        this.#rewind(target, dice)
        break
      case "crash":
        simulation.crash()
    }
    this.#later(dice.between(...REOPEN_MS), () => simulation.openTab())
  }

  /** Freezes the tab for a while and sets the wall clock back by as much: by that clock no time has passed. */
  #rewind(tab: Tab, dice: Prng): void {
    const { world } = this.#simulation
    tab.frozen = true
    const ms = dice.between(...REWIND_MS)
    this.#later(ms, () => {
      world.skew -= ms
      tab.frozen = false
    })
  }

  #later(ms: number, then: () => void): void {
    this.#simulation.world.after(ms, () => {
      if (!this.#over) then()
    })
  }
}
