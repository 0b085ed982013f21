import { registry } from "../../../src/domain/product/events.ts"
import type { State } from "../../../src/domain/product/state.ts"
import { factsOf } from "../../../src/domain/views/deviceFacts.ts"
import type { Audit } from "../audits/audit.ts"
import type { Browser } from "../browser/browser.ts"
import type { Prng } from "../prng.ts"
import { Violation } from "../violation.ts"
import { drawAsked, views } from "./everyView.ts"
import { Variety, walk } from "./variety.ts"

/**
 * Checks the views: every view answers at every state, and gives the same answer for an equal state that no view has
 * seen.
 */

/** Number of random arguments for each state. */
const ASKED = 2
/** The arguments come from this many newest events of the log. */
const NEWEST = 60

const flat = (value: unknown): string => {
  const parts: string[] = []
  walk(value, "", (inside, path) => {
    if (typeof inside !== "object" || inside === null) parts.push(`${path} ${String(inside)}`)
  })
  return parts.join("\n")
}

const answer = (name: string, work: () => unknown): unknown => {
  try {
    return work()
  } catch (error) {
    throw new Violation(0, `the view ${name} throws: ${String(error)}`)
  }
}

/** A shown state and, if made, a second fold of the same one. */
export interface ShownState {
  readonly state: State
  readonly fresh?: State
  /** A state of the same run, not later. */
  readonly earlier?: State
  readonly tab: string
}

/** The parts of a simulation from which its screens are made. */
interface OfScreens {
  readonly audit: Pick<Audit, "state">
  readonly browser: Pick<Browser, "disk">
  readonly prng: Prng
  readonly screens: { readonly variety: Variety }
  readonly world: { readonly wall: number }
}

export const checkScreens = ({ browser, screens: { variety }, prng, world }: OfScreens, shown: ShownState): void => {
  const { state, tab, fresh, earlier = state } = shown
  const { events: log } = browser.disk.log
  const dice = prng.stream(`screens ${log.length}`)
  const events = log.slice(-NEWEST).flatMap((stored) => {
    const read = registry.read(stored)
    return read.ok ? [read.value] : []
  })
  for (let n = 0; n < ASKED; n += 1) {
    const asked = drawAsked(state, { events, tab, now: world.wall }, factsOf, dice)
    if (asked === undefined) return
    for (const { name, ask } of views) {
      const first = answer(name, () => ask(state, earlier, asked))
      variety.note(first, `screen ${name}`)
      if (fresh === undefined) continue
      const second = answer(name, () => ask(fresh, earlier, asked))
      if (flat(first) !== flat(second))
        throw new Violation(3, `the view ${name} shows another answer for an equal state`)
    }
  }
}

/** A seed checks the screens this often after events of one type. */
const LOOKS = 2

/** Checks the screens of a run whenever something new happens in it. */
export class Screens {
  /** All shown values. */
  readonly variety = new Variety()
  readonly #looks = new Map<string, number>()
  #earlier: State | undefined

  committed(simulation: OfScreens, type: string, tab: string): void {
    const looks = (this.#looks.get(type) ?? 0) + 1
    if (looks > LOOKS) return
    this.#looks.set(type, looks)
    const { state } = simulation.audit
    checkScreens(simulation, { state, earlier: this.#earlier ?? state, tab })
    this.#earlier = state
  }
}
