import { ReadableMap } from "../values/persistentMap.ts"

type Editable<T> = { -readonly [K in keyof T]: T[K] }

/**
 * Copy-on-write for one batch of events: the first edit of a value copies it, later edits of the same batch reuse that
 * copy. `evolve` stays pure for its caller (it never changes the state that it was given), and folding a batch costs
 * one copy for each changed value instead of one for each event.
 */
export class Draft {
  /* Not a WeakSet: the garbage collector would scan it each time, and a draft lives only as long as its batch. */
  readonly #owned = new Set<object>()

  edit<T>(value: { readonly fork: () => T }): T
  edit<K, V>(value: ReadonlyMap<K, V>): Map<K, V>
  edit<T>(value: readonly T[]): T[]
  edit<T extends object>(value: T): Editable<T>
  edit(value: object): object {
    if (this.#owned.has(value)) return value
    const copy = copyOf(value)
    this.#owned.add(copy)
    return copy
  }
}

const copyOf = (value: object): object => {
  if (value instanceof ReadableMap) return value.fork()
  if (value instanceof Map) return new Map(value)
  return Array.isArray(value) ? value.slice() : { ...value }
}
