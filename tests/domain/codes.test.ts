import * as fc from "fast-check"
import { expect, test } from "vitest"
import { codeInput, parseCode } from "../../src/domain/values/code.ts"
import { anyText, blank, digits, reasonOf } from "./typedTexts.ts"

test("[AUTH-12] a code is six digits, and no text with fewer or more is one", () => {
  fc.assert(
    fc.property(digits(6), blank, (code, around) => {
      expect(parseCode(around + code + around)).toEqual({ ok: true, value: code })
    }),
  )
  fc.assert(
    fc.property(fc.oneof(digits(5), digits(7), digits(12), digits(13)), (text) => {
      expect(reasonOf(parseCode(text))).toBe("invalidCode")
    }),
  )
  fc.assert(
    fc.property(anyText, (text) => {
      const parsed = parseCode(text)
      if (parsed.ok) expect(parsed.value).toMatch(/^[0-9]{6}$/)
    }),
  )
})

test.each([
  ["a hyphen", "123-456"],
  ["a space", "123 456"],
  ["a no-break space", "123\u00a0456"],
  ["a thin space", "123\u2009456"],
  ["a no-break hyphen", "123\u2011456"],
  ["an en dash between spaces", "123 – 456"],
  ["pairs", "12 34 56"],
  ["single digits", "1 2 3 4 5 6"],
  ["a sentence", "Your code: 123456"],
  ["a sentence with an end", "Your code is 123-456. It expires in 10 minutes."],
  ["a sentence of Chinese", "您的验证码是123456，请勿泄露。"],
  ["a prefix", "G-123456"],
  ["a line end after it", "123456\r\n"],
  ["lines around it", "Hello,\n\n123456\n\nBye"],
  ["a line end within", "123\n456"],
  ["full-width digits", "１２３４５６"],
  ["Arabic-Indic digits", "رمزك: ١٢٣٤٥٦"],
  ["Persian digits", "۱۲۳-۴۵۶"],
  ["Devanagari digits", "१२३४५६"],
  ["a left-to-right mark", "\u200e123456"],
  ["zero-width spaces", "12\u200b34\u200b56"],
  ["isolates", "\u2066123\u2069 \u2066456\u2069"],
  ["a byte order mark", "\ufeff123456"],
  ["itself again", "123456 (again: 123-456)"],
  ["a date beside it", "26.11.26: 123456"],
  ["a date on the next line", "123456\n2026-11-27"],
  ["a time on the line before", "18:30\r\n123 456"],
  ["minutes on the next line", "123-456\u2028 10 min"],
  ["each digit on a line", "1\n2\n3\n4\n5\n6"],
  ["a middle dot", "123·456"],
  ["a middle dot of Japanese", "123・456"],
  ["keys of digits", "1\ufe0f\u20e32\ufe0f\u20e33\ufe0f\u20e34\ufe0f\u20e35\ufe0f\u20e36\ufe0f\u20e3"],
  ["digits in circles", "①②③④⑤⑥"],
  ["the comma of a spreadsheet", "123,456"],
  ["the apostrophe of Switzerland", "123’456"],
  ["the long vowel of Japanese for a hyphen", "１２３ー４５６"],
  ["a hyphen and one space", "123- 456"],
  ["a bullet", "123•456"],
  ["a bullet between spaces", "123 • 456"],
  ["a slash", "123/456"],
  ["a bullet and minutes behind it", "123456 • 10 min"],
])("[AUTH-12][ACCOUNT-5] a code with %s is read", (_title, text) => {
  expect(parseCode(text)).toEqual({ ok: true, value: "123456" })
})

test.each([
  ["two codes", "123456 or 654321", "severalCodes"],
  ["two codes, grouped apart", "123-456\n\nold: 654 321", "severalCodes"],
  ["seven digits", "1234567", "invalidCode"],
  ["seven digits in groups", "123-4567", "invalidCode"],
  ["nine digits", "123 456 789", "invalidCode"],
  ["a telephone number", "+49 30 123456", "invalidCode"],
  ["an amount", "1,234,567.89", "invalidCode"],
  ["an amount of six digits and cents", "123,456.78", "invalidCode"],
  ["an amount of nine digits", "123,456,789", "invalidCode"],
  ["two codes with a comma", "123456,654321", "severalCodes"],
  ["a date with slashes", "12/34/56", "invalidCode"],
  ["digits in a word", "a123456f", "invalidCode"],
  ["no digits", "Your code is below", "invalidCode"],
  ["nothing to see", "\u200e \u00a0", "codeRequired"],
])("[AUTH-12][ACCOUNT-5] of %s no code is guessed", (_title, text, expected) => {
  expect(reasonOf(parseCode(text))).toBe(expected)
})

test.each([
  ["a key", "12", "123", "123", null],
  ["a letter", "12", "12x", "12", null],
  ["a seventh digit", "123456", "1234567", "123456", null],
  ["a digit taken away", "123456", "12345", "12345", null],
  ["all taken away", "123456", "", "", null],
  ["a code over another", "111111", "123-456", "123456", null],
  ["a sentence filled in", "", "Your code: 123456", "123456", null],
  ["a part of a code", "", "123 ", "123", null],
  ["seven digits at once", "", "1234567", "", "invalidCode"],
  ["seven digits over a code", "111111", "1234567", "111111", "invalidCode"],
  ["two codes at once", "", "123456 654321", "", "invalidCode"],
  ["two codes apart", "12", "123456, 654321", "12", "severalCodes"],
  ["six digits of no code", "", "in 10 min 2345", "", "invalidCode"],
  ["a text without digits", "12", "below", "12", "invalidCode"],
])("[AUTH-12] a field for a code: %s", (_title, before, text, shown, problem) => {
  expect(codeInput(before, text)).toEqual({ digits: shown, problem })
})
