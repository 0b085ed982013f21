import * as fc from "fast-check"
import { expect, test } from "vitest"
import { parseCode } from "../../src/domain/values/code.ts"
import { normalEmail, parseEmail } from "../../src/domain/values/email.ts"
import { parseBuild, parseVersion } from "../../src/domain/values/firmware.ts"
import { legible } from "../../src/domain/values/legible.ts"
import { NAME_MAX_BYTES, PASSWORD_MIN_LENGTH } from "../../src/domain/values/limits.ts"
import { parseMac } from "../../src/domain/values/mac.ts"
import { parseName, utf8Length } from "../../src/domain/values/name.ts"
import { parseNewPassword, parsePassword } from "../../src/domain/values/password.ts"
import { parseLatestFirmware } from "../../src/domain/wire/firmware.ts"

/** Any text: ASCII, astral characters, lone surrogates, blanks. */
const anyText = fc.oneof(
  fc.string(),
  fc.string({ unit: "binary" }),
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 20 }).map((units) => String.fromCharCode(...units)),
)
const blank = fc.constantFrom("", " ", "\t", "\n", "\u00a0", "  ")
const hex = fc.integer({ min: 0, max: 15 }).map((digit) => digit.toString(16))
const hexPair = fc.tuple(hex, hex).map((digits) => digits.join(""))
const digits = (length: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length }).map((list) => list.join(""))

const reasonOf = (parsed: { readonly ok: boolean; readonly reason?: string }) => (parsed.ok ? "valid" : parsed.reason)

test("[RENAME-1] a name is its legible, trimmed text when that is 1 to 32 bytes of UTF-8, else empty or too long", () => {
  fc.assert(
    fc.property(anyText, blank, blank, (text, before, after) => {
      const trimmed = legible(text).trim()
      const bytes = new TextEncoder().encode(trimmed).length
      const expected =
        trimmed === ""
          ? { ok: false, reason: "nameEmpty" }
          : bytes > NAME_MAX_BYTES
            ? { ok: false, reason: "nameTooLong" }
            : { ok: true, value: trimmed }
      expect(parseName(before + text + after)).toEqual(expected)
    }),
  )
})

test("[RENAME-1] bytes are counted as an encoder writes them, lone surrogates too", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(utf8Length(text)).toBe(new TextEncoder().encode(text).length)
    }),
  )
})

test.each([
  ["8 astral characters", "😀".repeat(8), "valid"],
  ["one more byte", `${"😀".repeat(8)}a`, "nameTooLong"],
  ["10 characters of three bytes", "界".repeat(10), "valid"],
  ["11 characters of three bytes", "界".repeat(11), "nameTooLong"],
  ["32 letters", "n".repeat(32), "valid"],
  ["33 letters", "n".repeat(33), "nameTooLong"],
  ["blanks alone", " \t ", "nameEmpty"],
])("[RENAME-1][ACCOUNT-2] %s", (_title, text, expected) => {
  expect(reasonOf(parseName(text))).toBe(expected)
})

/** Invisible: bidi controls, zero-width characters, fillers, tags, controls. */
const UNSEEN =
  "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c\u200b\u2060\ufeff\u00ad\u034f\u115f\u3164\uffa0\ufff9\u0000\u0007\u001b\u007f\u009b\u{e0041}"
const unseen = fc.constantFrom(...UNSEEN)
const seen = fc.constantFrom("a", "É", "名", "م", "ש", "न", " ", "7", "-")

test("[RENAME-1][ACCOUNT-2][SEC-1] a name is what can be seen of it: nothing invisible gets in, and nothing visible is lost", () => {
  const piece = fc.oneof(
    fc.record({ text: seen, isSeen: fc.constant(true) }),
    fc.record({ text: unseen, isSeen: fc.constant(false) }),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const visible = pieces.flatMap(({ text, isSeen }) => (isSeen ? [text] : [])).join("")
      expect(legible(pieces.map(({ text }) => text).join(""))).toBe(visible)
    }),
  )
})

test("[RENAME-1] what has been made legible stays as it is, and no name can be told from it by bytes nobody sees", () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(unseen, seen, anyText, fc.constantFrom("👩", "\u200d", "🇩", "\ufe0f")), { maxLength: 12 }),
      (parts) => {
        const once = legible(parts.join(""))
        expect(legible(once)).toBe(once)
        for (const character of UNSEEN) if (!character.startsWith("\udb40")) expect(once).not.toContain(character)
      },
    ),
  )
})

test.each([
  ["a family", "👩‍👩‍👧"],
  ["a flag of tags", "🏴󠁧󠁢󠁥󠁮󠁧󠁿"],
  ["a coloured sign", "☎️"],
  ["a joiner of Persian", "می\u200cخواهم"],
  ["a joiner of Hindi", "क्\u200dष"],
  ["a variant of a Han letter", "邉\u{e0100}"],
])("[RENAME-1] %s is a name as it is written", (_title, text) => {
  expect(parseName(text)).toEqual({ ok: true, value: text })
})

test.each([
  ["a name turned around", "gpj\u202eexe", "gpjexe"],
  ["a joiner between Latin letters", "Lob\u200dby", "Lobby"],
  ["a line end", "Lobby\nWest", "Lobby West"],
  ["a byte order mark", "\ufeffLobby", "Lobby"],
  ["nothing to see", "\u200b\u2067\u2069 ", null],
])("[RENAME-1] %s is tidied", (_title, text, expected) => {
  expect(parseName(text)).toEqual(
    expected === null ? { ok: false, reason: "nameEmpty" } : { ok: true, value: expected },
  )
})

const label = fc.stringMatching(/^[a-z0-9]([a-z0-9-]{0,8}[a-z0-9])?$/)
const address = fc
  .tuple(fc.stringMatching(/^[A-Za-z0-9_+-]{1,12}$/), fc.array(label, { minLength: 2, maxLength: 4 }))
  .map(([local, labels]) => `${local}@${labels.join(".")}`)

test("[AUTH-12] an ordinary address is accepted as typed, trimmed", () => {
  fc.assert(
    fc.property(address, blank, blank, (text, before, after) => {
      expect(parseEmail(before + text + after)).toEqual({ ok: true, value: text })
    }),
  )
})

test("[AUTH-12] whatever is accepted has one local part and a domain with a dot, and is accepted again", () => {
  fc.assert(
    fc.property(
      fc.oneof(
        anyText,
        fc.tuple(anyText, anyText).map(([a, b]) => `${a}@${b}.org`),
      ),
      (text) => {
        const parsed = parseEmail(text)
        if (!parsed.ok) return
        expect(parsed.value).toMatch(/^[^\s@]+@[^\s@]+\.[^\s@]+$/u)
        expect(parseEmail(parsed.value)).toEqual(parsed)
      },
    ),
  )
})

test.each([
  "",
  "a",
  "@example.com",
  "a@",
  "a@example",
  "a@@example.com",
  "a b@example.com",
  "a@exa mple.com",
  ".a@example.com",
  "a.@example.com",
  "a..b@example.com",
  "a@-example.com",
  "a@example-.com",
  "a@example..com",
  "a@example.com.",
  `${"a".repeat(65)}@example.com`,
  `a@${`${"b".repeat(60)}.`.repeat(5)}com`,
])("[AUTH-12] %j is no e-mail address", (text) => {
  expect(parseEmail(text)).toEqual({ ok: false, reason: "invalidEmail" })
})

test("[AUTH-4] the form that is hashed does not depend on case or blanks around", () => {
  fc.assert(
    fc.property(address, blank, (text, around) => {
      expect(normalEmail(around + text.toUpperCase() + around)).toBe(normalEmail(text))
      expect(normalEmail(normalEmail(text))).toBe(normalEmail(text))
    }),
  )
})

test("[AUTH-12] a password is taken as typed from 6 characters on, and its confirmation must be equal", () => {
  fc.assert(
    fc.property(anyText, anyText, (text, other) => {
      const long = text.length >= PASSWORD_MIN_LENGTH
      expect(parsePassword(text)).toEqual(long ? { ok: true, value: text } : { ok: false, reason: "passwordTooShort" })
      expect(parseNewPassword(text, text).ok).toBe(long)
      if (long && text !== other)
        expect(parseNewPassword(text, other)).toEqual({ ok: false, reason: "passwordsDiffer" })
    }),
  )
})

test("[AUTH-12] a code is exactly six ASCII digits", () => {
  fc.assert(
    fc.property(digits(6), blank, (code, around) => {
      expect(parseCode(around + code + around)).toEqual({ ok: true, value: code })
    }),
  )
  fc.assert(
    fc.property(fc.oneof(anyText, digits(5), digits(7)), (text) => {
      const expected = text.trim() === "" ? "codeRequired" : /^[0-9]{6}$/.test(text.trim()) ? "valid" : "invalidCode"
      expect(reasonOf(parseCode(text))).toBe(expected)
    }),
  )
  expect(reasonOf(parseCode("١٢٣٤٥٦"))).toBe("invalidCode")
  expect(reasonOf(parseCode("12345\n6"))).toBe("invalidCode")
})

test("[WAKE-2] a MAC is six hex pairs, all colons or all hyphens, and has one normal form", () => {
  const pairs = fc.array(hexPair, { minLength: 6, maxLength: 6 })
  fc.assert(
    fc.property(pairs, fc.constantFrom(":", "-"), fc.boolean(), (list, by, upper) => {
      const text = upper ? list.join(by).toUpperCase() : list.join(by)
      expect(parseMac(text)).toEqual({ ok: true, value: list.join(":").toUpperCase() })
    }),
  )
  fc.assert(
    fc.property(
      fc.array(hexPair, { maxLength: 8 }),
      fc.array(fc.constantFrom(":", "-", ".", ""), { minLength: 8, maxLength: 8 }),
      (list, separators) => {
        const text = list.map((pair, index) => (index === 0 ? pair : separators[index] + pair)).join("")
        const used = new Set(list.slice(1).map((_pair, index) => separators[index + 1]))
        const good = list.length === 6 && used.size === 1 && (used.has(":") || used.has("-"))
        expect(parseMac(text).ok).toBe(good)
      },
    ),
  )
})

test("[BRIDGE-3] the version number is major*1000000 + minor*10000 + patch*100 + build, in the order of versions", () => {
  const version = fc.tuple(fc.nat(9999), fc.nat(99), fc.nat(99), fc.nat(99))
  const numberOf = (parts: readonly number[]) => parseVersion(parts.join("."))
  fc.assert(
    fc.property(version, version, (one, other) => {
      const [major, minor, patch, build] = one
      const number = numberOf(one)
      expect(number).toEqual({ ok: true, value: major * 1_000_000 + minor * 10_000 + patch * 100 + build })
      const [a, b] = [numberOf(one), numberOf(other)]
      const first = one.findIndex((part, index) => part !== other[index])
      const order = first < 0 ? 0 : Math.sign((one[first] ?? 0) - (other[first] ?? 0))
      if (a.ok && b.ok) expect(Math.sign(a.value - b.value)).toBe(order)
    }),
  )
  expect(parseVersion("1.2.3")).toEqual({ ok: true, value: 1_020_300 })
  for (const text of ["", "1", "1.2", "1.2.3.4.5", "1.2.x", "-1.2.3", "1.2.100", "1e3.0.0"])
    expect(parseVersion(text).ok).toBe(false)
})

test("[FW-1] a build is a whole number above 0", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 999_999_999_999_999 }), (build) => {
      expect(parseBuild(String(build))).toEqual({ ok: true, value: build })
    }),
  )
  for (const text of ["0", "-1", "1.5", "1e3", "", "x", "9".repeat(16)]) expect(parseBuild(text).ok).toBe(false)
})

test("[FW-1] the latest-firmware text is `build|hash`, and anything else is refused", () => {
  const hash = fc.array(hex, { minLength: 32, maxLength: 32 }).map((list) => list.join(""))
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 999_999_999_999 }),
      hash,
      fc.constantFrom("", "\n", "\r\n"),
      (build, md5, end) => {
        expect(parseLatestFirmware(`${build}|${md5}${end}`)).toEqual({ ok: true, value: { build, hash: md5 } })
        expect(parseLatestFirmware(`${build}|${md5.toUpperCase()}`)).toEqual({ ok: true, value: { build, hash: md5 } })
        for (const text of [`${build}${md5}`, `${build}|${md5}0`, `${build}|${md5.slice(1)}`, `${build}||${md5}`, md5])
          expect(parseLatestFirmware(text).ok).toBe(false)
      },
    ),
  )
  fc.assert(fc.property(anyText, (text) => void parseLatestFirmware(text)))
  expect(parseLatestFirmware(`0|${"a".repeat(32)}`).ok).toBe(false)
  expect(parseLatestFirmware(`<html>${" ".repeat(1_000)}</html>`).ok).toBe(false)
})
