import fc from "fast-check"
import { expect, test } from "vitest"
import { createPlaces } from "../../emulator/node/devices/places.ts"
import type { Place } from "../../src/domain/wire/device/place.ts"

const COUNT = 600

test("[EMU-3] devices live at 127.0.1.1 and up, and whoever comes next has the lowest address that is free", () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(COUNT - 1), { maxLength: 40 }), (left) => {
      const places = createPlaces()
      const given = Array.from({ length: COUNT }, () => places.next()?.address ?? "")
      expect(given.slice(0, 2)).toEqual(["127.0.1.1", "127.0.1.2"])
      expect(new Set(given).size).toBe(COUNT)
      const freed: Place[] = left.map((number) => ({ address: given[number] ?? "", port: 36_459 }))
      for (const place of freed) places.free(place)
      const again = left.map(() => places.next()?.address)
      expect(again).toEqual([...left].sort((a, b) => a - b).map((number) => given[number]))
      expect(given).not.toContain(places.next()?.address)
    }),
  )
})
