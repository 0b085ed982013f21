import { Schema } from "effect"
import * as fc from "fast-check"
import { expect, test } from "vitest"
import type { StoredEvent } from "../../src/domain/event/event.ts"
import { makeRegistry } from "../../src/domain/log/upcasting.ts"

/** Three releases of one event: a name, then first and last name, then those and an age. */
const upcast = {
  1: (payload: unknown) => {
    const [first = "", last = ""] = String(Reflect.get(Object(payload), "name")).split(" ")
    return { first, last }
  },
  2: (payload: unknown) => ({ ...Object(payload), age: 0 }),
}
const table = {
  Renamed: { v: 3, payload: Schema.Struct({ first: Schema.String, last: Schema.String, age: Schema.Int }), upcast },
  Torn: { v: 3, payload: Schema.Struct({}), upcast: { 1: () => ({}) } },
  Broken: {
    v: 2,
    payload: Schema.Struct({ n: Schema.Int }),
    upcast: {
      1: () => {
        throw new Error("cannot be upcast")
      },
    },
  },
} as const
const registry = makeRegistry([table])

const stored = (type: string, v: number, payload: unknown): StoredEvent => ({
  seq: 7,
  id: "e7",
  type,
  v,
  at: 1,
  account: null,
  tab: "t",
  cause: null,
  payload,
})

test("[EVENT-3] an event of any older version is upcast step by step to today's", () => {
  const word = fc.stringMatching(/^[a-z]{1,8}$/)
  fc.assert(
    fc.property(word, word, fc.nat(99), (first, last, age) => {
      const today = (years: number) => ({
        ok: true,
        value: { ...stored("Renamed", 3, { first, last, age: years }) },
      })
      expect(registry.read(stored("Renamed", 1, { name: `${first} ${last}` }))).toEqual(today(0))
      expect(registry.read(stored("Renamed", 2, { first, last }))).toEqual(today(0))
      expect(registry.read(stored("Renamed", 3, { first, last, age }))).toEqual(today(age))
    }),
  )
})

test("[EVENT-3] a newer version, or an unknown type, is newer, never misread", () => {
  const name = fc.stringMatching(/^[A-Z][A-Za-z0-9]{1,20}$/).filter((type) => !Object.hasOwn(table, type))
  fc.assert(
    fc.property(fc.integer({ min: 4, max: 1_000 }), name, (v, type) => {
      for (const known of ["Renamed", type])
        expect(registry.read(stored(known, v, {}))).toEqual({ ok: false, reason: { kind: "newer", type: known, v } })
    }),
  )
})

test("[EVENT-7] a row that is no event of any release is damaged, never newer", () => {
  const good = stored("Renamed", 3, { first: "a", last: "b", age: 1 })
  const damage = fc.constantFrom<object>(
    { type: 7 },
    { type: "" },
    { type: "__proto__" },
    { type: "renamed" },
    { type: "Renamed\u0000" },
    { id: null },
    { at: "now" },
    { at: Number.NaN },
    { account: 1 },
    { tab: undefined },
    { cause: {} },
    { seq: 1.5 },
    { type: "SomethingNew", v: "2" },
    { type: "SomethingNew", v: 0 },
  )
  fc.assert(
    fc.property(damage, (changes) => {
      const read = registry.read({ ...good, ...changes })
      expect(read).toMatchObject({ ok: false, reason: { kind: "malformed", type: null, problem: "envelope" } })
    }),
  )
  for (const row of [null, undefined, 5, "text", [], {}])
    expect(makeRegistry([table]).read(Object(row))).toMatchObject({ ok: false, reason: { kind: "malformed" } })
})

test("[EVENT-3] a version without an upcaster, or one that fails, is malformed", () => {
  for (const event of [
    stored("Renamed", 0, {}),
    stored("Renamed", -1, {}),
    stored("Renamed", 1.5, {}),
    stored("Renamed", Number.NaN, {}),
    stored("Torn", 2, {}),
    stored("Broken", 1, { n: 1 }),
    stored("Renamed", 2, null),
    stored("Renamed", 3, null),
  ])
    expect(registry.read(event)).toMatchObject({ ok: false, reason: { kind: "malformed", type: event.type } })
})

test("[EVENT-3] the version written is today's", () => {
  expect(registry.version("Renamed")).toBe(3)
  expect(registry.version("constructor")).toBe(0)
})
