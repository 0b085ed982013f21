/** The callbacks of one kind of change. */
export class Listeners<Args extends readonly unknown[] = []> {
  readonly #all = new Set<(...args: Args) => void>()

  /** Returns a function that removes the listener. */
  readonly add = (listener: (...args: Args) => void): (() => void) => {
    this.#all.add(listener)
    return () => {
      this.#all.delete(listener)
    }
  }

  readonly call = (...args: Args): void => {
    for (const listener of this.#all) listener(...args)
  };

  [Symbol.iterator](): IterableIterator<(...args: Args) => void> {
    return this.#all.values()
  }
}
