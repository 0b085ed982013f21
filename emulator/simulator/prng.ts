/**
 * Seeded randomness (sfc32). Every part of a simulation has a separate stream, so that a change in one part does not
 * shift the draws of others.
 */

/** Two to the power of 32: one more than the largest word. */
const WORDS = 0x1_0000_0000
/** Rounds that mix the seed before the first draw. */
const WARM_UP = 12

/** FNV-1a of a text, one word. */
const wordOf = (text: string): number => {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return hash >>> 0
}

export class Prng {
  #a: number
  #b: number
  #c: number
  #counter = 1
  readonly #seed: number

  /** `seed`: a whole number from 0. `stream`: the name of the part that draws. */
  constructor(seed: number, stream: string) {
    this.#seed = seed
    this.#a = seed >>> 0
    this.#b = Math.floor(seed / WORDS) >>> 0
    this.#c = wordOf(stream)
    for (let i = 0; i < WARM_UP; i++) this.word()
  }

  /** A separate stream for another part of the same simulation. */
  stream(name: string): Prng {
    return new Prng(this.#seed, name)
  }

  /** 0 to 2^32 - 1. */
  word(): number {
    const t = (this.#a + this.#b + this.#counter) | 0
    this.#counter = (this.#counter + 1) | 0
    this.#a = this.#b ^ (this.#b >>> 9)
    this.#b = (this.#c + (this.#c << 3)) | 0
    this.#c = (this.#c << 21) | (this.#c >>> 11)
    this.#c = (this.#c + t) | 0
    return t >>> 0
  }

  /** From 0, below 1. */
  fraction(): number {
    return this.word() / WORDS
  }

  chance(probability: number): boolean {
    return this.fraction() < probability
  }

  /** A whole number from 0, below `end`. */
  below(end: number): number {
    return Math.floor(this.fraction() * end)
  }

  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number {
    return low + this.below(high - low + 1)
  }

  /** Most draws are near `low`, few near `high`, like latencies. */
  skewed(low: number, high: number): number {
    return low + Math.floor((high - low) * this.fraction() ** 4)
  }

  pick<Item>(items: readonly Item[]): Item {
    const item = items[this.below(items.length)]
    if (item === undefined) throw new RangeError("nothing to pick from")
    return item
  }

  /** One of the names, each as likely as its weight. */
  weighted<Name extends string>(weights: readonly (readonly [Name, number])[]): Name {
    let rest = this.fraction() * weights.reduce((sum, [, weight]) => sum + weight, 0)
    for (const [name, weight] of weights) {
      rest -= weight
      if (rest < 0) return name
    }
    const last = weights.at(-1)
    if (last === undefined) throw new RangeError("nothing to choose from")
    return last[0]
  }
}
