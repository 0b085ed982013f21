import { Prng } from "../prng.ts"

/** One possible action of chance or a person in a run, with its own randomness. */
export interface Decision {
  /** Kind and position within the kind: `act.3`. */
  readonly name: string
  readonly dice: Prng
}

/**
 * The decisions of a person and of chance in a run. Each draws from a separate seed, named after its kind and number:
 * without one of them, the others still draw the same. This makes a failing seed shrinkable.
 */
export class Decisions {
  /** Names of the executed decisions, in order. */
  readonly taken: string[] = []
  readonly #counts = new Map<string, number>()
  readonly #seed: number
  readonly #kept: ReadonlySet<string> | undefined

  /** `kept` names the only decisions to execute. Undefined for all. */
  constructor(seed: number, kept: ReadonlySet<string> | undefined) {
    this.#seed = seed
    this.#kept = kept
  }

  next(kind: string): Decision {
    const number = (this.#counts.get(kind) ?? 0) + 1
    this.#counts.set(kind, number)
    const name = `${kind}.${number}`
    return { name, dice: new Prng(this.#seed, name) }
  }

  /** True when the decision is executed. Call once per decision. */
  takes({ name }: Decision): boolean {
    if (this.#kept?.has(name) === false) return false
    this.taken.push(name)
    return true
  }
}
