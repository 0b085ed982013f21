import * as fc from "fast-check"
import { expect, test } from "vitest"
import { canonicalJson, KnownTexts } from "../../src/domain/values/canonicalJson.ts"

/** Objects, arrays and Maps with awkward keys; no -0, which JSON does not have. */
const key = fc.oneof(fc.string(), fc.constantFrom("__proto__", "$map", "$$map", "constructor", "", "a", "b"))
const { value } = fc.letrec((tie) => ({
  leaf: fc.oneof(
    fc.constant(null),
    fc.boolean(),
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => (number === 0 ? 0 : number)),
    fc.string({ unit: "binary" }),
  ),
  value: fc.oneof(
    { maxDepth: 4 },
    tie("leaf"),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.array(fc.tuple(key, tie("value")), { maxLength: 4 }).map((entries) => Object.fromEntries(entries)),
    fc.array(fc.tuple(key, tie("value")), { maxLength: 4 }).map((entries) => new Map(entries)),
  ),
}))

/** The same value with every object and Map built in another order. */
const reordered = (input: unknown): unknown => {
  if (Array.isArray(input)) return input.map(reordered)
  if (input instanceof Map) return new Map([...input].reverse().map(([name, item]) => [name, reordered(item)]))
  if (typeof input !== "object" || input === null) return input
  return Object.fromEntries(
    Object.entries(input)
      .reverse()
      .map(([name, item]) => [name, reordered(item)]),
  )
}

const equal = (a: unknown, b: unknown): boolean => {
  if (a instanceof Map || b instanceof Map)
    return (
      a instanceof Map &&
      b instanceof Map &&
      a.size === b.size &&
      [...a].every(([k, v]) => b.has(k) && equal(v, b.get(k)))
    )
  if (Array.isArray(a) || Array.isArray(b))
    return Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((v, i) => equal(v, b[i]))
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return Object.is(a, b)
  const [left, right] = [new Map(Object.entries(a)), new Map(Object.entries(b))]
  return equal(left, right)
}

test("[EVENT-2] canonical JSON does not depend on the order in which a value came about", () => {
  fc.assert(
    fc.property(value, (input) => {
      expect(canonicalJson(reordered(input))).toBe(canonicalJson(input))
    }),
  )
})

test("[REPLAY-1] canonical JSON of different values differs, a Map from an object too", () => {
  fc.assert(
    fc.property(value, value, (a, b) => {
      expect(canonicalJson(a) === canonicalJson(b)).toBe(equal(a, b))
    }),
  )
  expect(canonicalJson({ $map: [["a", 1]] })).not.toBe(canonicalJson(new Map([["a", 1]])))
  expect(canonicalJson({ $$map: [["a", 1]] })).not.toBe(canonicalJson({ $map: [["a", 1]] }))
})

test("[REPLAY-1] canonical JSON is the same when texts of parts that came before are known", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(key, value)), (entries) => {
      const known = new KnownTexts()
      for (let size = 0; size <= entries.length; size += 1) {
        const state = { all: new Map(entries.slice(0, size)), latest: entries[size]?.[1] ?? null }
        expect(canonicalJson(state, known)).toBe(canonicalJson(state))
        known.turn()
      }
    }),
  )
})

test("[REPLAY-1] canonical JSON is JSON, and leaves out what is undefined", () => {
  fc.assert(fc.property(value, (input) => void JSON.parse(canonicalJson(input))))
  expect(canonicalJson({ b: undefined, a: 1 })).toBe('{"a":1}')
})

test("[REPLAY-1] what has no canonical JSON is refused, never written as something else", () => {
  const foreign = [Number.NaN, Number.POSITIVE_INFINITY, undefined, 1n, Symbol("x"), () => 1, new Set([1]), new Date(0)]
  for (const input of foreign) {
    expect(() => canonicalJson(input)).toThrow(TypeError)
    expect(() => canonicalJson([input])).toThrow(TypeError)
  }
})
