import fc from "fast-check"
import { expect, test } from "vitest"
import { isolate, piecesOf } from "../../src/app/i18n/isolate.ts"

/** Values inside a sentence of the other direction (I18N-3). */

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

test.each(["ltr", "rtl"] as const)("[I18N-3][SEC-1] no value turns what is after it, in a sentence %s", (direction) => {
  for (const value of ["\u202egpj.exe", "a\u202db", "log\u2069.ndjson", "\u2067log", "\u202b", "غ\u202e"]) {
    const isolated = isolate(value, direction)
    expect(isolated).not.toMatch(/[\u202a-\u202e]/)
    // Each isolate is closed, and no isolate is closed that was not opened.
    let depth = 0
    for (const mark of isolated.match(/[\u2066-\u2069]/g) ?? []) {
      depth += mark === PDI ? -1 : 1
      expect(depth).toBeGreaterThanOrEqual(0)
    }
    expect(depth).toBe(0)
  }
})

test("[I18N-3] a value with an isolated value of its own keeps it", () => {
  const inner = isolate("غرفة", "ltr")
  expect(isolate(`Rename ${inner}`, "ltr")).toBe(`${FSI}Rename ${inner}${PDI}`)
  const [sent, value, end] = ["Sent to ", "غرفة", "."]
  expect(piecesOf(`${sent}${inner}${end}`, "ltr")).toEqual([
    { text: sent, isValue: false },
    { text: value, isValue: true },
    { text: end, isValue: false },
  ])
  expect(piecesOf(isolate(`${sent}${inner}${end}`, "ltr"), "ltr")).toEqual(piecesOf(`${sent}${inner}${end}`, "ltr"))
})

test("[I18N-3] the pieces of a sentence are all of it, and none of its values is part of its words", () => {
  const word = fc.constantFrom("Rack 3", "غرفة", "12:30", " ", "أُعيدت: ", "a.b")
  const sentence = fc.array(fc.tuple(word, fc.constantFrom("plain", "value", "nested")), { maxLength: 6 })
  fc.assert(
    fc.property(sentence, fc.constantFrom("ltr" as const, "rtl" as const), (parts, direction) => {
      const own = (text: string) => isolate(text, direction)
      const text = parts
        .map(([one, kind]) => (kind === "plain" ? one : kind === "value" ? own(one) : own(`(${own(one)})`)))
        .join("")
      const pieces = piecesOf(text, direction)
      expect(pieces.map((piece) => piece.text).join("")).toBe(text.replace(/[\u2066-\u2069]/g, ""))
      const against = parts.filter(
        ([one, kind]) => kind !== "plain" && own(one) !== one && (direction === "rtl") === /[a-z]/.test(one),
      )
      const values = pieces.filter(({ isValue }) => isValue)
      const wanted = against.filter(([one]) => /\p{L}/u.test(one)).map(([one]) => one)
      expect(values.map((piece) => piece.text)).toEqual(wanted)
    }),
  )
})
