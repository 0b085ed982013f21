/** A map that is no `Map`: state is compared, hashed and stored by its entries. */
export abstract class ReadableMap<K, V> implements ReadonlyMap<K, V> {
  abstract readonly size: number
  abstract get(key: K): V | undefined
  abstract has(key: K): boolean
  abstract entries(): MapIterator<[K, V]>
  /** The same entries; what is written to one of the two is not seen in the other. */
  abstract fork(): EditableMap<K, V>

  *keys(): MapIterator<K> {
    for (const [key] of this.entries()) yield key
  }
  *values(): MapIterator<V> {
    for (const [, value] of this.entries()) yield value
  }
  [Symbol.iterator](): MapIterator<[K, V]> {
    return this.entries()
  }
  forEach(visit: (value: V, key: K, map: ReadonlyMap<K, V>) => void): void {
    for (const [key, value] of this.entries()) visit(value, key, this)
  }
}

export interface EditableMap<K, V> extends ReadonlyMap<K, V> {
  set(key: K, value: V): unknown
  delete(key: K): boolean
}

/** Slots of a node are 2^LEVEL_BITS; LEVELS nodes lie above each bucket. */
const LEVEL_BITS = 5
const LEVEL_MASK = 2 ** LEVEL_BITS - 1
const LEVELS = 3

interface Entry<V> {
  readonly key: string
  readonly value: V
  /** Entries come in the order in which their keys were added, as in a `Map`. */
  readonly serial: number
}

type Bucket<V> = readonly Entry<V>[]

interface Node<V> {
  /** Who may write to it; for all others it never changes. */
  readonly owner: object
  readonly slots: (Node<V> | Bucket<V> | undefined)[]
}

/**
 * A map whose copy costs nothing: copies share what they have in common, and a write copies the few nodes above its
 * entry. A plain `Map` of 10,000 entries takes over a millisecond to copy, which each event would pay.
 */
export class PersistentMap<V> extends ReadableMap<string, V> implements EditableMap<string, V> {
  #root: Node<V> | undefined
  #size = 0
  #serial = 0
  #owner: object = {}

  static from<V>(entries: Iterable<readonly [string, V]>): PersistentMap<V> {
    const map = new PersistentMap<V>()
    for (const [key, value] of entries) map.set(key, value)
    return map
  }

  get size(): number {
    return this.#size
  }

  get(key: string): V | undefined {
    const bucket = this.#bucket(key)
    if (bucket !== undefined) for (const entry of bucket) if (entry.key === key) return entry.value
    return undefined
  }

  has(key: string): boolean {
    return this.#bucket(key)?.some((entry) => entry.key === key) ?? false
  }

  entries(): MapIterator<[string, V]> {
    const all: Entry<V>[] = []
    collect(this.#root, all)
    all.sort((a, b) => a.serial - b.serial)
    return all.map(({ key, value }): [string, V] => [key, value]).values()
  }

  /** In no particular order, which is cheaper than that of `entries`. */
  override forEach(visit: (value: V, key: string, map: ReadonlyMap<string, V>) => void): void {
    const all: Entry<V>[] = []
    collect(this.#root, all)
    for (const { key, value } of all) visit(value, key, this)
  }

  fork(): PersistentMap<V> {
    const copy = new PersistentMap<V>()
    copy.#root = this.#root
    copy.#size = this.#size
    copy.#serial = this.#serial
    // From now on both copy what they share before they write to it.
    this.#owner = {}
    return copy
  }

  set(key: string, value: V): this {
    this.#replace(key, (bucket) => {
      const place = bucket.findIndex((entry) => entry.key === key)
      const known = bucket[place]
      if (known !== undefined) return bucket.with(place, { ...known, value })
      this.#size += 1
      this.#serial += 1
      return [...bucket, { key, value, serial: this.#serial }]
    })
    return this
  }

  delete(key: string): boolean {
    if (!this.has(key)) return false
    this.#size -= 1
    this.#replace(key, (bucket) => bucket.filter((entry) => entry.key !== key))
    return true
  }

  /** Calls back for each key whose value is not the same in `before`; costs what differs, not what there is. */
  differences(before: PersistentMap<V>, visit: (key: string, now: V | undefined, then: V | undefined) => void): void {
    compare(this.#root, before.#root, visit)
  }

  #bucket(key: string): Bucket<V> | undefined {
    const hash = hashOf(key)
    let node: Node<V> | Bucket<V> | undefined = this.#root
    for (let level = 0; level < LEVELS; level += 1) {
      if (node === undefined || isBucket(node)) return undefined
      node = node.slots[(hash >>> (level * LEVEL_BITS)) & LEVEL_MASK]
    }
    return node !== undefined && isBucket(node) ? node : undefined
  }

  #replace(key: string, change: (bucket: Bucket<V>) => Bucket<V>): void {
    const hash = hashOf(key)
    this.#root = this.#own(this.#root)
    let node = this.#root
    for (let level = 0; level < LEVELS - 1; level += 1) {
      const slot = (hash >>> (level * LEVEL_BITS)) & LEVEL_MASK
      const below = node.slots[slot]
      const own = this.#own(below === undefined || isBucket(below) ? undefined : below)
      node.slots[slot] = own
      node = own
    }
    const slot = (hash >>> ((LEVELS - 1) * LEVEL_BITS)) & LEVEL_MASK
    const bucket = node.slots[slot]
    const changed = change(bucket !== undefined && isBucket(bucket) ? bucket : [])
    node.slots[slot] = changed.length === 0 ? undefined : changed
  }

  #own(node: Node<V> | undefined): Node<V> {
    if (node?.owner === this.#owner) return node
    return { owner: this.#owner, slots: node?.slots.slice() ?? [] }
  }
}

const isBucket = <V>(node: Node<V> | Bucket<V>): node is Bucket<V> => Array.isArray(node)

/** What is looked up is often written next. */
let lastKey: string | undefined
let lastHash = 0

/** FNV-1a over UTF-16 code units, its high bits mixed into the low ones that choose the slots. */
const hashOf = (key: string): number => {
  if (key === lastKey) return lastHash
  let hash = 0x811c9dc5
  for (let index = 0; index < key.length; index += 1) hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193)
  lastKey = key
  lastHash = hash ^ (hash >>> 15)
  return lastHash
}

const collect = <V>(node: Node<V> | Bucket<V> | undefined, all: Entry<V>[]): void => {
  if (node === undefined) return
  if (isBucket(node)) all.push(...node)
  else for (const below of node.slots) collect(below, all)
}

type Part<V> = Node<V> | Bucket<V> | undefined

const compare = <V>(
  now: Part<V>,
  then: Part<V>,
  visit: (key: string, now: V | undefined, then: V | undefined) => void,
): void => {
  if (now === then) return
  if ((now === undefined || !isBucket(now)) && (then === undefined || !isBucket(then))) {
    for (let slot = 0; slot <= LEVEL_MASK; slot += 1) compare(now?.slots[slot], then?.slots[slot], visit)
    return
  }
  const before = new Map((then !== undefined && isBucket(then) ? then : []).map(({ key, value }) => [key, value]))
  for (const { key, value } of now !== undefined && isBucket(now) ? now : []) {
    if (!before.has(key) || !Object.is(before.get(key), value)) visit(key, value, before.get(key))
    before.delete(key)
  }
  for (const [key, value] of before) visit(key, undefined, value)
}
