import * as fc from "fast-check"
import { expect, test } from "vitest"
import { PersistentMap } from "../../src/domain/values/persistentMap.ts"

const keys = fc.oneof(
  fc.constantFrom("", "__proto__", "constructor", "a"),
  fc.nat(60).map((n) => `key ${n}`),
)
const steps = fc.array(
  fc.record({
    kind: fc.constantFrom("set", "set", "set", "delete", "fork", "switch"),
    key: keys,
    value: fc.nat(3),
    which: fc.nat(99),
  }),
  { maxLength: 200 },
)

test("[EVENT-2] copies of a map that share their parts never see what is written to one another", () => {
  fc.assert(
    fc.property(steps, (taken) => {
      const maps = [new PersistentMap<number>()]
      const models = [new Map<string, number>()]
      let at = 0
      for (const { kind, key, value, which } of taken) {
        const [map, model] = [maps[at], models[at]]
        if (map === undefined || model === undefined) throw new Error("no such map")
        if (kind === "set") {
          map.set(key, value)
          model.set(key, value)
        } else if (kind === "delete") expect(map.delete(key)).toBe(model.delete(key))
        else if (kind === "fork") {
          maps.push(map.fork())
          models.push(new Map(model))
        } else at = which % maps.length
      }
      for (const [index, map] of maps.entries()) {
        const model = models[index] ?? new Map()
        expect([...map]).toEqual([...model])
        expect([...map.keys()]).toEqual([...model.keys()])
        expect([...map.values()]).toEqual([...model.values()])
        expect(map.size).toBe(model.size)
        for (const [key, value] of model) expect([map.has(key), map.get(key)]).toEqual([true, value])
        expect(map.has("nobody")).toBe(false)
      }
      for (const [index, map] of maps.entries()) {
        const [now, then] = [models[index] ?? new Map(), models[at] ?? new Map()]
        const reported = new Map<string, readonly [number | undefined, number | undefined]>()
        map.differences(maps[at] ?? map, (key, ...values) => {
          expect(reported.has(key)).toBe(false)
          reported.set(key, values)
        })
        const wanted = [...new Set([...now.keys(), ...then.keys()])].filter((key) => now.get(key) !== then.get(key))
        expect(new Map(wanted.map((key) => [key, [now.get(key), then.get(key)]]))).toEqual(reported)
      }
    }),
  )
})

test("[EVENT-2] keys whose hashes collide keep their own values", () => {
  const all = Array.from({ length: 50_000 }, (_, n) => `d${n}`)
  const map = PersistentMap.from(all.map((key, n) => [key, n]))
  expect(all.filter((key, n) => map.get(key) !== n)).toEqual([])
  for (const key of all) if (key.endsWith("7")) map.delete(key)
  expect([...map.keys()]).toEqual(all.filter((key) => !key.endsWith("7")))
})
