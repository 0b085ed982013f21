import { PersistentMap } from "../values/persistentMap.ts"

/** How many values of a map have a key in common; after a change only the differences are counted. */
export const makeTally = <Value>(keyOf: (value: Value) => string | null) => {
  let map = new PersistentMap<Value>()
  const counts = new Map<string, number>()
  const add = (value: Value | undefined, by: 1 | -1) => {
    const key = value === undefined ? null : keyOf(value)
    if (key !== null) counts.set(key, (counts.get(key) ?? 0) + by)
  }
  return (now: PersistentMap<Value>, key: string): number => {
    if (map !== now)
      now.differences(map, (_, value, before) => {
        add(before, -1)
        add(value, 1)
      })
    map = now
    return counts.get(key) ?? 0
  }
}
