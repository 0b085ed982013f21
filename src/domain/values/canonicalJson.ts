import { ReadableMap } from "./persistentMap.ts"

/**
 * The one text of a value: keys in code-unit order, Maps as `{"$map":[[key,value],…]}` with sorted keys, no
 * undefined. Two equal states give the same bytes, whatever the order in which they came about, and two different ones
 * never do: a key of an object that starts with `$` gets one more.
 */
export const canonicalJson = (value: unknown): string => {
  if (value === null || typeof value === "boolean" || typeof value === "string") return JSON.stringify(value)
  if (typeof value === "number") {
    if (!Number.isFinite(value)) throw new TypeError("canonical JSON holds finite numbers only")
    return JSON.stringify(value)
  }
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`
  if (value instanceof Map || value instanceof ReadableMap) return canonicalMap(value)
  if (typeof value === "object" && isPlain(value)) return canonicalObject(value)
  throw new TypeError(`canonical JSON cannot hold a ${typeof value}`)
}

/** Anything else (a Set, a Date) would be written as an empty object. */
const isPlain = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

const canonicalMap = (map: ReadonlyMap<unknown, unknown>): string => {
  const entries = [...map].map(([key, value]): [string, string] => [String(key), canonicalJson(value)])
  entries.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  return `{"$map":[${entries.map(([key, value]) => `[${JSON.stringify(key)},${value}]`).join(",")}]}`
}

const canonicalObject = (object: object): string => {
  const entries = Object.entries(object).filter(([, value]) => value !== undefined)
  entries.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  return `{${entries.map(([key, value]) => `${JSON.stringify(escapedKey(key))}:${canonicalJson(value)}`).join(",")}}`
}

const escapedKey = (key: string): string => (key.startsWith("$") ? `$${key}` : key)
