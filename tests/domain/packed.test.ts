import * as fc from "fast-check"
import { expect, test } from "vitest"
import { pack, unpack } from "../../src/domain/log/packed.ts"
import { packedState, storedState, unpackedState } from "../../src/domain/product/stored.ts"
import { clients } from "./logs.ts"

const ordered = (value: unknown): unknown =>
  value instanceof Map
    ? ["map", [...value].map(([key, item]) => [key, ordered(item)])]
    : Array.isArray(value)
      ? value.map(ordered)
      : typeof value === "object" && value !== null
        ? Object.entries(value).map(([key, item]) => [key, ordered(item)])
        : value

test("[EVENT-4] any state is the same after packing, the order of its Maps included", () => {
  fc.assert(
    fc.property(clients(), ({ state }) => {
      expect(ordered(unpack(structuredClone(pack(storedState(state)))))).toEqual(ordered(storedState(state)))
      expect(unpackedState(structuredClone(packedState(state)))).toEqual(state)
    }),
    { numRuns: 50 },
  )
})

test("[EVENT-4][SEC-3] keys that mean something to the packing or the language are keys and nothing more", () => {
  const value = { $map: [1], $$map: 2, list: [new Map([["__proto__", { $: null }]])], constructor: "c" }
  expect(unpack(pack(value))).toEqual(value)
  expect(Object.hasOwn(Object(unpack(pack(JSON.parse('{"__proto__":{"a":1}}')))), "__proto__")).toBe(true)
  expect(Reflect.get({}, "a")).toBeUndefined()
})

test("[EVENT-4] one altered character, or anything that was not packed, is noticed", () => {
  const packed = pack({ devices: new Map([["d1", { name: "Büro 🖥", n: 1 }]]), list: [1, 2, 3] })
  fc.assert(
    fc.property(
      fc.nat(packed.json.length - 1),
      fc.string({ unit: "binary", minLength: 1, maxLength: 1 }),
      (index, character) => {
        fc.pre(packed.json[index] !== character)
        const json = packed.json.slice(0, index) + character + packed.json.slice(index + 1)
        expect(unpack({ ...packed, json })).toBeUndefined()
      },
    ),
  )
  for (const other of [
    null,
    undefined,
    {},
    [],
    "",
    { json: packed.json },
    { ...packed, sum: "" },
    { json: 5, sum: "" },
  ])
    expect(unpack(other)).toBeUndefined()
})
