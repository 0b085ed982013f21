/** A map that is no `Map`, because state is compared, hashed and stored by its entries. */
export abstract class ReadableMap<K, V> implements ReadonlyMap<K, V> {
  abstract readonly size: number
  abstract get(key: K): V | undefined
  abstract has(key: K): boolean
  abstract entries(): MapIterator<[K, V]>
  /** A copy with the same entries. Writes to one of the two do not affect the other. */
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

/** A node has 2^LEVEL_BITS slots; at most LEVELS nodes are above a bucket. */
const LEVEL_BITS = 5
const LEVEL_MASK = 2 ** LEVEL_BITS - 1
const LEVELS = 3
/** Entries of a bucket before it becomes a node, if the level allows one. */
const BUCKET_MAX = 8

interface Entry<V> {
  readonly key: string
  readonly value: V
  /** Entries are listed in the order in which their keys were added, as in a `Map`. */
  readonly serial: number
}

type Bucket<V> = readonly Entry<V>[]

interface Node<V> {
  /** The only map that may change the node in place; all others copy it first. */
  readonly owner: object
  readonly slots: Part<V>[]
}

type Part<V> = Node<V> | Bucket<V> | undefined

/**
 * A map that costs nothing to copy: copies share nodes, and a write copies the few nodes above its entry. There are
 * only as many nodes as the entries need: a short map is one bucket. Copying a plain `Map` of 10,000 entries would cost
 * each event over a millisecond.
 */
export class PersistentMap<V> extends ReadableMap<string, V> implements EditableMap<string, V> {
  #root: Part<V>
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
    return this.#entry(key)?.value
  }

  has(key: string): boolean {
    return this.#entry(key) !== undefined
  }

  entries(): MapIterator<[string, V]> {
    const all: Entry<V>[] = []
    collect(this.#root, all)
    all.sort((a, b) => a.serial - b.serial)
    return all.map(({ key, value }): [string, V] => [key, value]).values()
  }

  /** In no particular order, which costs less than the order of `entries`. */
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
    // From now on both maps copy shared nodes before they change them.
    this.#owner = {}
    return copy
  }

  set(key: string, value: V): this {
    this.#root = this.#changed(this.#root, hashOf(key), 0, (bucket) => {
      const place = bucket.findIndex((entry) => entry.key === key)
      const known = bucket[place]
      if (known !== undefined) return bucket.with(place, { key, value, serial: known.serial })
      this.#size += 1
      this.#serial += 1
      return [...bucket, { key, value, serial: this.#serial }]
    })
    return this
  }

  delete(key: string): boolean {
    if (!this.has(key)) return false
    this.#size -= 1
    const without = (bucket: Bucket<V>) => bucket.filter((entry) => entry.key !== key)
    this.#root = this.#changed(this.#root, hashOf(key), 0, without)
    return true
  }

  /** Calls back for each key whose value differs in `before`. The cost depends on the differences, not on the size. */
  differences(before: PersistentMap<V>, visit: (key: string, now: V | undefined, then: V | undefined) => void): void {
    compare(this.#root, before.#root, visit)
  }

  #entry(key: string): Entry<V> | undefined {
    let part = this.#root
    if (part === undefined) return undefined
    for (let hash = hashOf(key); !isBucket(part); hash >>>= LEVEL_BITS) {
      part = part.slots[hash & LEVEL_MASK]
      if (part === undefined) return undefined
    }
    for (const entry of part) if (entry.key === key) return entry
    return undefined
  }

  /** The part after a change of the key's bucket. `hash` is without the bits of the levels above. */
  #changed(part: Part<V>, hash: number, level: number, change: (bucket: Bucket<V>) => Bucket<V>): Part<V> {
    if (part === undefined || isBucket(part)) {
      const bucket = change(part ?? [])
      if (bucket.length === 0) return undefined
      return bucket.length > BUCKET_MAX && level < LEVELS ? this.#split(bucket, level) : bucket
    }
    const own = this.#own(part)
    const slot = hash & LEVEL_MASK
    own.slots[slot] = this.#changed(own.slots[slot], hash >>> LEVEL_BITS, level + 1, change)
    return own
  }

  #split(bucket: Bucket<V>, level: number): Node<V> {
    const slots: Entry<V>[][] = []
    for (const entry of bucket) {
      const slot = (hashOf(entry.key) >>> (level * LEVEL_BITS)) & LEVEL_MASK
      slots[slot] = [...(slots[slot] ?? []), entry]
    }
    return { owner: this.#owner, slots }
  }

  #own(node: Node<V>): Node<V> {
    return node.owner === this.#owner ? node : { owner: this.#owner, slots: node.slots.slice() }
  }
}

const isBucket = <V>(part: Node<V> | Bucket<V>): part is Bucket<V> => Array.isArray(part)

/** The last hash, because a key that was read is often written next. */
let lastKey: string | undefined
let lastHash = 0

/** FNV-1a over UTF-16 code units, with its high bits mixed into the low ones that choose the slots. */
const hashOf = (key: string): number => {
  if (key === lastKey) return lastHash
  let hash = 0x811c9dc5
  for (let index = 0; index < key.length; index += 1) hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193)
  lastKey = key
  lastHash = hash ^ (hash >>> 15)
  return lastHash
}

const collect = <V>(part: Part<V>, all: Entry<V>[]): void => {
  if (part === undefined) return
  if (isBucket(part)) for (const entry of part) all.push(entry)
  else for (const below of part.slots) collect(below, all)
}

const isNode = <V>(part: Part<V>): part is Node<V> => part !== undefined && !isBucket(part)

const compare = <V>(
  now: Part<V>,
  then: Part<V>,
  visit: (key: string, now: V | undefined, then: V | undefined) => void,
): void => {
  if (now === then) return
  if (isNode(now) && isNode(then)) {
    for (let slot = 0; slot <= LEVEL_MASK; slot += 1) compare(now.slots[slot], then.slots[slot], visit)
    return
  }
  const [entries, former]: [Entry<V>[], Entry<V>[]] = [[], []]
  collect(now, entries)
  collect(then, former)
  const before = new Map(former.map(({ key, value }) => [key, value]))
  for (const { key, value } of entries) {
    if (!before.has(key) || !Object.is(before.get(key), value)) visit(key, value, before.get(key))
    before.delete(key)
  }
  for (const [key, value] of before) visit(key, undefined, value)
}
