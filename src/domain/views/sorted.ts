import type { PersistentMap } from "../values/persistentMap.ts"

/** The values of a map in an order, and their keys. */
export interface Sorted<Value> {
  readonly values: readonly Value[]
  /** The same array for as long as the keys and their order are the same. */
  readonly ids: readonly string[]
}

/** A total order: 0 for nothing but the same item. */
export type Compare<Value> = (a: Value, b: Value) => number

/** Beyond this share of differences sorting what is nearly sorted costs less than putting each in its place. */
const FEW = 1 / 32

/**
 * Keeps what a map holds in an order while the map changes: a change costs what differs, and a copy of the list. A
 * new sort begins with the order before, which is nearly right.
 */
export const makeSorter = <Value extends { readonly id: string }>() => {
  let last: (Sorted<Value> & { readonly map: PersistentMap<Value>; readonly compare: Compare<Value> }) | undefined
  return (map: PersistentMap<Value>, compare: Compare<Value>): Sorted<Value> => {
    if (last?.map === map && last.compare === compare) return last
    const moved =
      last?.compare === compare
        ? (inPlace(last, last.map, map, compare) ?? movedOnce(last, last.map, map, compare))
        : undefined
    last = { ...(moved ?? sortedAgain(last?.values ?? [], map, compare)), map, compare }
    return last
  }
}

const sortedAgain = <Value extends { readonly id: string }>(
  before: readonly Value[],
  map: PersistentMap<Value>,
  compare: Compare<Value>,
): Sorted<Value> => {
  const values = before.flatMap(({ id }) => map.get(id) ?? [])
  if (values.length < map.size) {
    const known = new Set(values.map(({ id }) => id))
    map.forEach((value) => {
      if (!known.has(value.id)) values.push(value)
    })
  }
  values.sort(compare)
  return { values, ids: values.map(({ id }) => id) }
}

/**
 * The same items in the same order, however many of them have changed in what the order does not look at; undefined when
 * any came, went or has another place. Most readings are of this kind: they change when devices were seen.
 */
const inPlace = <Value extends { readonly id: string }>(
  { values: before, ids }: Sorted<Value>,
  then: PersistentMap<Value>,
  now: PersistentMap<Value>,
  compare: Compare<Value>,
): Sorted<Value> | undefined => {
  const changed = new Map<string, Value>()
  let isSame = true
  now.differences(then, (id, value, old) => {
    if (value !== undefined && old !== undefined && compare(value, old) === 0) changed.set(id, value)
    else isSame = false
  })
  return isSame ? { values: before.map((value) => changed.get(value.id) ?? value), ids } : undefined
}

/** What differs goes to its place; undefined when that is too much. */
const movedOnce = <Value extends { readonly id: string }>(
  { values: before, ids: idsBefore }: Sorted<Value>,
  then: PersistentMap<Value>,
  now: PersistentMap<Value>,
  compare: Compare<Value>,
): Sorted<Value> | undefined => {
  const gone: Value[] = []
  const come: Value[] = []
  now.differences(then, (_, value, old) => {
    if (old !== undefined) gone.push(old)
    if (value !== undefined) come.push(value)
  })
  if (gone.length + come.length > 2 + before.length * FEW) return undefined
  const values = before.slice()
  for (const old of gone) {
    const place = placeOf(values, old, compare)
    if (values[place] !== old) return undefined
    values.splice(place, 1)
  }
  for (const value of come) values.splice(placeOf(values, value, compare), 0, value)
  // As many as before, and all that came are where they were: so does everything between them.
  const isSame =
    values.length === before.length && come.every((value) => idsBefore[placeOf(values, value, compare)] === value.id)
  return { values, ids: isSame ? idsBefore : values.map(({ id }) => id) }
}

const placeOf = <Value>(values: readonly Value[], value: Value, compare: Compare<Value>): number => {
  let low = 0
  let high = values.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const other = values[middle]
    if (other !== undefined && compare(other, value) < 0) low = middle + 1
    else high = middle
  }
  return low
}
