import { Effect } from "effect"
import * as fc from "fast-check"
import { expect, test } from "vitest"
import { makeIds } from "../../src/adapters/browser/ids.ts"
import { osOf } from "../../src/domain/values/os.ts"

test("[EVENT-1] identifiers sort in the order they were made, whatever the clock does", () => {
  const times = fc.array(fc.nat(2 ** 44), { minLength: 2 })
  fc.assert(
    fc.property(times, (clock) => {
      const turns = [...clock]
      const { next } = makeIds(() => turns.shift() ?? 0)
      const ids = clock.map(() => Effect.runSync(next))
      expect(ids.toSorted()).toEqual(ids)
      expect(new Set(ids).size).toBe(ids.length)
    }),
  )
})

test("[EVENT-1] two tabs at the same instant make different identifiers", () => {
  const tabs = Array.from({ length: 20 }, () => makeIds(() => 1_700_000_000_000))
  const ids = tabs.flatMap(({ next, tab }) => [tab, ...Array.from({ length: 50 }, () => Effect.runSync(next))])
  expect(new Set(ids).size).toBe(ids.length)
})

test.each([
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36",
    "win",
  ],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15",
    "mac",
  ],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "linux"],
  ["Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/156.0.0.0 Mobile Safari/537.36", "other"],
  ["Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15", "other"],
  ["Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36", "other"],
  ["", "other"],
])("[STATE-1] the system is read from %s", (userAgent, os) => {
  expect(osOf(userAgent)).toBe(os)
})
