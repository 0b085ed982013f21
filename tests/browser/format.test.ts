import * as fc from "fast-check"
import { expect, test } from "vitest"
import { formatAge, formatDuration, formatRelative } from "../../src/app/i18n/format.ts"
import { isolate } from "../../src/app/i18n/isolate.ts"

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

test("[OFFLINE-3] what took a moment took some time, and what comes in a moment is not there yet", () => {
  expect([0, 20, 49, 60, 400].map((span) => formatDuration("en", span))).toEqual([
    "0.1 seconds",
    "0.1 seconds",
    "0.1 seconds",
    "0.1 seconds",
    "0.4 seconds",
  ])
  expect(formatRelative("en", NOW + 1_200, NOW)).toBe("in 2 sec.")
  expect(formatRelative("en", NOW, NOW)).toBe("now")
})

test("[I18N-3] a space separates two units that have one inside", () => {
  const said = ["en-GB", "ja", "zh-Hant", "zh-Hans", "ko"].map((locale) => formatDuration(locale, 199_000))
  expect(said).toEqual(["3 mins 19 secs", "3 分 19 秒", "3 分鐘 19 秒", "3分钟19秒", "3분 19초"])
})

test("[I18N-3] in Arabic a text that holds only values and a colon begins at the right, and an English name at its left", () => {
  const [what, value, name] = ["اللغة", "العربية", "Desk (2)"]
  const place = document.createElement("p")
  place.dir = "rtl"
  const about = `${isolate(what, "rtl")}: ${isolate(value, "rtl")}`
  place.textContent = `إعداد: ${isolate(about, "rtl")} ${isolate(name, "rtl")}`
  document.body.append(place)
  const text = place.firstChild
  if (text === null) throw new Error("the text stands there")
  const leftOf = (word: string): number => {
    const range = new Range()
    const begin = place.textContent.indexOf(word)
    range.setStart(text, begin)
    range.setEnd(text, begin + word.length)
    return range.getBoundingClientRect().left
  }
  expect(leftOf(what)).toBeGreaterThan(leftOf(value))
  expect(leftOf(value)).toBeGreaterThan(leftOf("(2)"))
  expect(leftOf("(2)")).toBeGreaterThan(leftOf("Desk"))
  place.remove()
})
