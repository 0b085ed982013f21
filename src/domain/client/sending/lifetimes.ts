import type { Outlived } from "../../outbox/reconcile.ts"
import type { OutboxState } from "../../outbox/state.ts"
import { CLAIM_FRESH_MS, REQUEST_LONGEST_LIFE_MS } from "../../values/limits.ts"

/** From when a tab hears that an attempt is lost until it can reach the server no more, ms; a late leader may yet send. */
const LIFE_MS = REQUEST_LONGEST_LIFE_MS + CLAIM_FRESH_MS

/**
 * How long the lost attempts on unsettled targets can still reach the server. It is measured from when this tab first
 * heard of them, on a clock that nobody sets: the clock on the wall may jump, and would call an attempt dead that is not.
 */
export class Lifetimes {
  #unsettled: OutboxState["unsettled"] | undefined
  #known = new Map<string, { readonly lostAt: number; readonly endsAt: number }>()
  readonly #clock: () => number

  /** `clock` gives monotonic ms. */
  constructor(clock: () => number) {
    this.#clock = clock
  }

  observe({ unsettled }: OutboxState): void {
    if (unsettled === this.#unsettled) return
    this.#unsettled = unsettled
    const before = this.#known
    this.#known = new Map()
    for (const [key, { lostAt }] of unsettled) {
      const known = before.get(key)
      this.#known.set(key, known?.lostAt === lostAt ? known : { lostAt, endsAt: this.#clock() + LIFE_MS })
    }
  }

  outlived(): Outlived {
    const now = this.#clock()
    return new Map([...this.#known].flatMap(([key, { lostAt, endsAt }]) => (endsAt <= now ? [[key, lostAt]] : [])))
  }

  /** How long until the next one ends, ms; infinite when none will. */
  untilNext(): number {
    const now = this.#clock()
    let next = Number.POSITIVE_INFINITY
    for (const { endsAt } of this.#known.values()) if (endsAt > now && endsAt < next) next = endsAt
    return next - now
  }
}
