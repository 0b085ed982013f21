import type { PersistentMap } from "../values/persistentMap.ts"

/** The sorted values of a map, and their keys. */
export interface Sorted<Value> {
  readonly values: readonly Value[]
  /** The same array while the keys and their order are the same. */
  readonly ids: readonly string[]
}

/** A total order: 0 only for the same item. */
export type Compare<Value> = (a: Value, b: Value) => number

/** Above this share of differences, sorting the nearly sorted list costs less than moving each item to its place. */
const FEW = 1 / 32

/**
 * Keeps the values of a changing map sorted. A change costs its differences and a copy of the list. A new order starts
 * from the earlier one, which is nearly right.
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
 * The same items in the same order, after changes that do not affect the order; undefined when any came, went or moved.
 * Most readings only change when devices were seen.
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

/** Moves the changed items to their places; undefined when there are too many. */
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
  // The number is unchanged and all changed items are at their old places, so the rest is too.
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
