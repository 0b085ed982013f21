/** Counts events of a run: a run has not tested an event that never happened. */
export class Counts {
  readonly #numbers = new Map<string, number>()

  add(name: string, times = 1): void {
    this.#numbers.set(name, (this.#numbers.get(name) ?? 0) + times)
  }

  addAll(other: Iterable<readonly [string, number]>, prefix = ""): void {
    for (const [name, times] of other) this.add(`${prefix}${name}`, times)
  }

  get(name: string): number {
    return this.#numbers.get(name) ?? 0
  }

  /** By name. */
  sorted(): readonly (readonly [string, number])[] {
    return [...this.#numbers].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  }
}
