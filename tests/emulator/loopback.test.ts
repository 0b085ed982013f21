import fc from "fast-check"
import { expect, test } from "vitest"
import { createLoopback } from "../../emulator/node/devices/loopback.ts"
import type { Endpoint } from "../../src/domain/wire/device/endpoint.ts"

const COUNT = 600

test("[EMU-3] devices live at 127.0.1.1 and up, and the next has the lowest address that is free", () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(COUNT - 1), { maxLength: 40 }), (left) => {
      const endpoints = createLoopback()
      const given = Array.from({ length: COUNT }, () => endpoints.next()?.address ?? "")
      expect(given.slice(0, 2)).toEqual(["127.0.1.1", "127.0.1.2"])
      expect(new Set(given).size).toBe(COUNT)
      const freed: Endpoint[] = left.map((number) => ({ address: given[number] ?? "", port: 36_459 }))
      for (const endpoint of freed) endpoints.free(endpoint)
      const again = left.map(() => endpoints.next()?.address)
      expect(again).toEqual([...left].sort((a, b) => a - b).map((number) => given[number]))
      expect(given).not.toContain(endpoints.next()?.address)
    }),
  )
})
