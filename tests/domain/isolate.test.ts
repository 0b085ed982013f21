import { expect, test } from "vitest"
import { aroundValue, isolate } from "../../src/app/i18n/isolate.ts"

/** Values in sentences of the other direction (I18N-3). */

const [FSI, PDI] = ["\u2068", "\u2069"]

test.each([
  ["Arabic", "غرفة"],
  ["Hebrew", "משרד"],
  ["N'Ko", "ߒߞߏ"],
  ["Adlam, beyond the basic plane", "𞤀𞤁𞤂"],
  ["Rohingya, beyond the basic plane", "𐴀𐴁𐴂"],
  ["a mark that turns what follows", "Desk\u200f"],
])("[I18N-3] in a sentence from left to right a value with %s is isolated", (_title, value) => {
  expect(isolate(value, "ltr")).toBe(`${FSI}${value}${PDI}`)
})

test.each(["Desk (2)", "放送スタジオ", "Büro", "Ω 3", "👩‍👩‍👧", ""])(
  "[I18N-3] a text that cannot change the direction around it is left as it is: %s",
  (value) => {
    expect(isolate(value, "ltr")).toBe(value)
  },
)

test.each(["ltr", "rtl"] as const)(
  "[I18N-3][SEC-1] no value turns what stands after it, in a sentence %s",
  (direction) => {
    for (const value of ["\u202egpj.exe", "a\u202db", "log\u2069.ndjson", "\u2067log", "\u202b", "غ\u202e"]) {
      const isolated = isolate(value, direction)
      expect(isolated).not.toMatch(/[\u202a-\u202e]/)
      // Each isolate that is opened is closed, and none that was not opened.
      let depth = 0
      for (const mark of isolated.match(/[\u2066-\u2069]/g) ?? []) {
        depth += mark === PDI ? -1 : 1
        expect(depth).toBeGreaterThanOrEqual(0)
      }
      expect(depth).toBe(0)
    }
  },
)

test("[I18N-3] a value with an isolated value of its own keeps it", () => {
  const inner = isolate("غرفة", "ltr")
  expect(isolate(`Rename ${inner}`, "ltr")).toBe(`${FSI}Rename ${inner}${PDI}`)
  expect(aroundValue(`Sent to ${inner}.`)).toEqual(["Sent to ", "غرفة", "."])
})
