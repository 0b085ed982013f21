import { ReadableMap } from "./persistentMap.ts"

/**
 * Cached texts of the objects in Maps, for a caller that serialises one state after another, most of which stays the
 * same. The cache keeps only objects of the last state. Cached objects must never change.
 */
export class KnownTexts {
  #before = new Map<object, string>()
  #now = new Map<object, string>()

  of(value: object, make: () => string): string {
    const text = this.#now.get(value) ?? this.#before.get(value) ?? make()
    this.#now.set(value, text)
    return text
  }

  /** The texts from here on belong to another state. */
  turn(): void {
    this.#before = this.#now
    this.#now = new Map()
  }
}

/**
 * The one text of a value: keys in code-unit order, Maps as `{"$map":[[key,value],…]}` with sorted keys, no undefined.
 * Two equal states give the same bytes, however they were built, and two different ones never do: a key of an object
 * that starts with `$` gets one more.
 */
export const canonicalJson = (value: unknown, known?: KnownTexts): string => {
  if (typeof value === "string") return textOf(value)
  if (value === null || typeof value === "boolean") return String(value)
  if (typeof value === "number") {
    if (!Number.isFinite(value)) throw new TypeError("canonical JSON holds finite numbers only")
    return String(value)
  }
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item, known)).join(",")}]`
  if (value instanceof Map || value instanceof ReadableMap) return canonicalMap(value, known)
  if (typeof value === "object" && isPlain(value)) return canonicalObject(value, known)
  throw new TypeError(`canonical JSON cannot hold a ${typeof value}`)
}

/** Matches texts without a character that JSON escapes, which are nearly all. */
const PLAIN = /^[ !#-[\]-~]*$/

const textOf = (text: string): string => (PLAIN.test(text) ? `"${text}"` : JSON.stringify(text))

/** True for a plain object. Others (a Set, a Date) would be written as an empty object. */
const isPlain = (value: object): value is Readonly<Record<string, unknown>> => {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

const inMap = (value: unknown, known: KnownTexts | undefined): string =>
  known === undefined || typeof value !== "object" || value === null
    ? canonicalJson(value, known)
    : known.of(value, () => canonicalJson(value, known))

const canonicalMap = (map: ReadonlyMap<unknown, unknown>, known: KnownTexts | undefined): string => {
  const entries: [string, unknown][] = []
  map.forEach((value, key) => {
    entries.push([String(key), value])
  })
  entries.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  return `{"$map":[${entries.map(([key, value]) => `[${textOf(key)},${inMap(value, known)}]`).join(",")}]}`
}

const canonicalObject = (object: Readonly<Record<string, unknown>>, known: KnownTexts | undefined): string => {
  let text = ""
  for (const { key, written } of inOrder(Object.keys(object))) {
    const value = object[key]
    if (value !== undefined) text += `${text === "" ? "" : ","}${written}${canonicalJson(value, known)}`
  }
  return `{${text}}`
}

interface Field {
  readonly key: string
  /** The key as JSON text. */
  readonly written: string
}

interface Order {
  readonly keys: readonly string[]
  readonly fields: readonly Field[]
}

/** The most key orders that are cached, because a file may hold any number of them. */
const ORDERS_MAX = 1_000
/**
 * The last seen key orders, by number of keys and first key: objects of one kind have the same keys in the same order.
 */
const orders = new Map<number, Map<string, Order>>()
let known = 0

const inOrder = (keys: readonly string[]): readonly Field[] => {
  const first = keys[0] ?? ""
  const last = orders.get(keys.length)?.get(first)
  if (last !== undefined && isSame(keys, last.keys)) return last.fields
  const fields = keys.toSorted().map((key) => ({ key, written: `${JSON.stringify(escapedKey(key))}:` }))
  if (last === undefined) known += 1
  if (known > ORDERS_MAX) {
    orders.clear()
    known = 1
  }
  const ofLength = orders.get(keys.length) ?? new Map<string, Order>()
  orders.set(keys.length, ofLength)
  ofLength.set(first, { keys, fields })
  return fields
}

const isSame = (keys: readonly string[], others: readonly string[]): boolean => {
  for (let place = 0; place < keys.length; place += 1) if (keys[place] !== others[place]) return false
  return true
}

const escapedKey = (key: string): string => (key.startsWith("$") ? `$${key}` : key)
