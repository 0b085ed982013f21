import { LIST_MAX_ENTRIES } from "../values/limits.ts"
import type { Folding } from "./ndjson.ts"

/** UTF-16 units of lines from one count to the next: some ten thousand devices at most. */
const COUNTED_UNITS = 1024 * 1024

/** Counts the lists of a state while it is folded: it must fit into memory, however small the lines are that fill it. */
export class ListCount {
  readonly #folding: Folding
  /** UTF-16 units of lines since the last count. */
  #units = 0

  constructor(folding: Folding) {
    this.#folding = folding
  }

  /**
   * Adds the units of folded lines. Returns the problem of a list that has become too long; null when there is none.
   */
  take(units: number): string | null {
    this.#units += units
    if (this.#units < COUNTED_UNITS) return null
    this.#units = 0
    const list = this.#folding.excess()
    const most = LIST_MAX_ENTRIES.toLocaleString("en")
    return list === null ? null : `up to this line, ${list} grows to more than ${most} entries`
  }
}
