import * as fc from "fast-check"
import { expect, test } from "vitest"
import { formatAge, formatRelative } from "../../src/app/i18n/format.ts"

const NOW = 1_790_000_000_000
const YEAR_MS = 365 * 24 * 3_600_000

test("[DEVICE-4][DEVICE-5] an age is never of the future: what a clock ahead of ours has stamped was now", () => {
  fc.assert(
    fc.property(fc.integer({ min: -YEAR_MS, max: YEAR_MS }), fc.constantFrom("en", "de", "ar"), (ahead, locale) => {
      const age = formatAge(locale, NOW + ahead, NOW)
      expect(age).toBe(ahead >= 0 ? formatRelative(locale, NOW, NOW) : formatRelative(locale, NOW + ahead, NOW))
    }),
  )
  expect(formatAge("en", NOW + 180_000, NOW)).toBe("now")
  expect(formatAge("en", NOW - 180_000, NOW)).toBe("3 min. ago")
})
