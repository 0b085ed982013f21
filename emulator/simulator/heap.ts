/** The order of a heap: by time, and among equal times by arrival. */
export interface Timed {
  readonly at: number
  readonly n: number
}

const before = (a: Timed, b: Timed): boolean => a.at < b.at || (a.at === b.at && a.n < b.n)

/** A binary heap: the earliest first, equal times first in first out. */
export class Heap<Item extends Timed> {
  readonly #items: Item[] = []

  get size(): number {
    return this.#items.length
  }

  peek(): Item | undefined {
    return this.#items[0]
  }

  push(item: Item): void {
    const items = this.#items
    let index = items.length
    items.push(item)
    while (index > 0) {
      const up = (index - 1) >> 1
      const parent = items[up]
      if (parent === undefined || !before(item, parent)) break
      items[index] = parent
      index = up
    }
    items[index] = item
  }

  pop(): Item | undefined {
    const items = this.#items
    const first = items[0]
    const last = items.pop()
    if (first === undefined || last === undefined || items.length === 0) return first
    this.#sink(last)
    return first
  }

  #sink(item: Item): void {
    const items = this.#items
    let index = 0
    while (true) {
      let down = 2 * index + 1
      let child = items[down]
      if (child === undefined) break
      const right = items[down + 1]
      if (right !== undefined && before(right, child)) {
        child = right
        down += 1
      }
      if (!before(child, item)) break
      items[index] = child
      index = down
    }
    items[index] = item
  }
}
