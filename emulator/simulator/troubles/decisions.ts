import { Prng } from "../prng.ts"

/** One thing that chance or a person may do in a run, with dice of its own. */
export interface Decision {
  /** Kind and position within the kind: `act.3`. */
  readonly name: string
  readonly dice: Prng
}

/**
 * What a person and chance decide in a run. Each decision draws from a seed of its own, named after its kind and number:
 * one can be left out, and the others still draw what they drew before. This is what lets a failing seed be shrunk.
 */
export class Decisions {
  /** Names of those that were taken, in their order. */
  readonly taken: string[] = []
  readonly #counts = new Map<string, number>()
  readonly #seed: number
  readonly #kept: ReadonlySet<string> | undefined

  /** `kept` names the only ones that happen; undefined lets all happen. */
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

  /** Whether it happens; to be asked once, when it otherwise would. */
  takes({ name }: Decision): boolean {
    if (this.#kept?.has(name) === false) return false
    this.taken.push(name)
    return true
  }
}
