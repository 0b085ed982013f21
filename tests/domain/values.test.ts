import * as fc from "fast-check"
import { expect, test } from "vitest"
import { parseLanTarget } from "../../src/domain/values/address.ts"
import { normalEmail, parseEmail } from "../../src/domain/values/email.ts"
import { parseBuild, parseVersion } from "../../src/domain/values/firmware.ts"
import { lanTargetFault } from "../../src/domain/values/lanTargetFault.ts"
import { isBlank, legible } from "../../src/domain/values/legible.ts"
import { NAME_MAX_BYTES, PASSWORD_MIN_LENGTH } from "../../src/domain/values/limits.ts"
import { parseMac } from "../../src/domain/values/mac.ts"
import { isSameName, parseName, utf8Length } from "../../src/domain/values/name.ts"
import { parseNewPassword, parsePassword } from "../../src/domain/values/password.ts"
import { completedServerUrl, parseServerUrl } from "../../src/domain/values/serverUrl.ts"
import { typedSecret } from "../../src/domain/values/typedValue.ts"
import { parseLatestFirmware } from "../../src/domain/wire/firmware.ts"
import { anyText, blank, reasonOf } from "./typedTexts.ts"

const hex = fc.integer({ min: 0, max: 15 }).map((digit) => digit.toString(16))
const hexPair = fc.tuple(hex, hex).map((digits) => digits.join(""))

test("[RENAME-1] a name is its legible, composed, trimmed text when that is 1 to 32 bytes of UTF-8, else empty or too long", () => {
  fc.assert(
    fc.property(anyText, blank, blank, (text, before, after) => {
      const trimmed = legible(text).normalize("NFC").trim()
      const bytes = new TextEncoder().encode(trimmed).length
      const expected = isBlank(trimmed)
        ? { ok: false, reason: "nameEmpty" }
        : bytes > NAME_MAX_BYTES
          ? { ok: false, reason: "nameTooLong" }
          : { ok: true, value: trimmed }
      expect(parseName(before + text + after)).toEqual(expected)
    }),
  )
})

test.each(["\u0301", "\u2800 \u3164", "\u{1d159}", "\u{13441}\u{13442}", "\ud800", "\u{e000}", "\u200b"])(
  "[RENAME-1] a name of which nothing can be seen is empty: %j",
  (text) => {
    expect(parseName(text)).toEqual({ ok: false, reason: "nameEmpty" })
    expect(parseName(`a${text}`).ok).toBe(true)
  },
)

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

/** Invisible characters: bidi controls, zero-width characters, fillers, tags, controls. */
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

test("[RENAME-1] what has been made legible stays as it is, and no invisible bytes distinguish two names", () => {
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
  `${"é".repeat(33)}@example.com`,
  "\u0301a@example.com",
  "a.\u0301b@example.com",
  "a\u200b@",
  "(a)@example.com",
  "«a»@example.com",
  "a😀@example.com",
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

/** Characters that a person may paste along with a value: direction marks, joiners, unusual spaces. */
const UNSEEN_OR_ODD = [..."\u200e\u200f\u061c\u200b\u200d\u200c\ufeff\u2060\u00ad\u2066\u2069\u202a\u202c\u202e\u180e"]
const mark = fc.constantFrom(...UNSEEN_OR_ODD)

test("[WAKE-2][LAN-2][AUTH-2][AUTH-12] invisible marks change no value, wherever they are", () => {
  const values = [
    { parse: parseMac, text: "02:00:5E:10:AA:FF" },
    { parse: parseLanTarget, text: "192.168.1.7:36459" },
    { parse: parseLanTarget, text: "192.168.1.*" },
    { parse: parseLanTarget, text: "[fe80::1]:36459" },
    { parse: parseServerUrl, text: "https://sight.example:8443/base" },
    { parse: parseEmail, text: "jo.doe+tag@straße.example" },
  ] as const
  fc.assert(
    fc.property(
      fc.constantFrom(...values),
      fc.array(fc.tuple(fc.nat(40), mark), { maxLength: 4 }),
      ({ parse, text }, marks) => {
        const letters = [...text]
        for (const [at, sign] of marks) letters.splice(at % (letters.length + 1), 0, sign)
        expect(parse(letters.join(""))).toEqual({ ok: true, value: text })
      },
    ),
  )
})

test.each([
  ["at the end", "02:00:5e:10:aa:ff\u00a0", true],
  ["beside a colon", "02:\u00a000:5e:10:aa:ff", true],
  ["a narrow one at the start", "\u202f02:00:5e:10:aa:ff", true],
  ["inside a pair", "0\u00a02:00:5e:10:aa:ff", false],
])("[WAKE-2] a MAC with a no-break space %s", (_title, text, good) => {
  expect(parseMac(text).ok).toBe(good)
})

/** Reads an address without a scheme as the server field does. */
const completed = (text: string) => parseServerUrl(completedServerUrl(text) ?? "")

test.each(["", "0a:1b:2c:3d:4e", "0a:1b-2c:3d-4e:5f", "0a1b2c3d4e5f", "0g:1b:2c:3d:4e:5f", "0a:1b:2c:3d:4e:5f:60"])(
  "[WAKE-2] %j is no MAC",
  (text) => expect(parseMac(text).ok).toBe(false),
)

test("[WAKE-2] a MAC with printed hyphens or full-width letters is the MAC that it shows", () => {
  const value = "02:00:5E:10:AA:FF"
  expect(parseMac("02\u201100\u20115e\u201110\u2011aa\u2011ff")).toEqual({ ok: true, value })
  expect(parseMac("０２:００:５ｅ:１０:ａａ:ｆｆ")).toEqual({ ok: true, value })
})

test.each([
  ["an en dash", parseMac, "02–00–5e–10–aa–ff", "02:00:5E:10:AA:FF"],
  ["minus signs", parseMac, "02\u221200\u22125e\u221210\u2212aa\u2212ff", "02:00:5E:10:AA:FF"],
  ["ratio signs", parseMac, "02\u223600\u22365e\u223610\u2236aa\u2236ff", "02:00:5E:10:AA:FF"],
  ["the colon of file names", parseMac, "02\ua78900\ua7895e\ua78910\ua789aa\ua789ff", "02:00:5E:10:AA:FF"],
  ["Arabic-Indic digits", parseMac, "٠٢:٠٠:5e:١٠:aa:ff", "02:00:5E:10:AA:FF"],
  ["the long vowel of Japanese", parseMac, "02ー00ー5eー10ーaaーff", "02:00:5E:10:AA:FF"],
  [
    "the long vowel of half width",
    parseMac,
    "０２\uff70００\uff70５ｅ\uff70１０\uff70ａａ\uff70ｆｆ",
    "02:00:5E:10:AA:FF",
  ],
  ["bullets like hyphens", parseMac, "02\u204300\u20435e\u204310\u2043aa\u2043ff", "02:00:5E:10:AA:FF"],
  ["the colon of phonetics", parseMac, "02\u02d000\u02d05e\u02d010\u02d0aa\u02d0ff", "02:00:5E:10:AA:FF"],
  ["the no-break hyphen", parseEmail, "jo\u2011k@nas\u20111.example", "jo-k@nas-1.example"],
  ["an en dash", parseEmail, "jo–k@nas–1.example", "jo-k@nas-1.example"],
  ["the no-break hyphen", parseServerUrl, "https://nas\u20111.example:8443", "https://nas-1.example:8443"],
  ["minus signs", parseServerUrl, "http:\\\\nas\u22121.example", "http://nas-1.example"],
  ["an en dash", completed, "nas–1.example", "https://nas-1.example"],
  ["blanks of braille", parseMac, "\u280002:00:5e:\u280010:aa:ff", "02:00:5E:10:AA:FF"],
  ["the stop of Chinese", parseLanTarget, "192。168。1。7：36459", "192.168.1.7:36459"],
  ["the stop of half width", parseLanTarget, "192｡168｡1｡＊", "192.168.1.*"],
  ["an operator for the star", parseLanTarget, "192.168.1.\u2217", "192.168.1.*"],
  ["Arabic-Indic digits", parseLanTarget, "١٩٢.١٦٨.١.٧", "192.168.1.7"],
  ["a wide at sign", parseEmail, "jo＠example。com", "jo@example.com"],
  ["wide letters", parseEmail, "ｊｏ@example．com", "jo@example.com"],
  ["a wide colon", parseServerUrl, "https：//sight.example", "https://sight.example"],
  ["a wide port", parseServerUrl, "https://sight.example:８４４３", "https://sight.example:8443"],
  ["the stop of Chinese", completed, "sight。example：8443", "https://sight.example:8443"],
  ["wide letters of this machine", completed, "ｌｏｃａｌｈｏｓｔ：4174", "http://localhost:4174"],
])(
  "[WAKE-2][LAN-2][AUTH-2][AUTH-12] %s of another keyboard are read as they look: %o %s",
  (_title, parse, text, value) => {
    expect(parse(text)).toEqual({ ok: true, value })
  },
)

test("[AUTH-2] letters of a name that look like signs stay letters", () => {
  expect(parseServerUrl("https://サーバー.example")).toEqual({ ok: true, value: "https://xn--vckucxgb.example" })
  expect(completedServerUrl("サーバー.example")).toBe("https://xn--vckucxgb.example")
})

test(" two numbers with a no-break space between them do not become one", () => {
  expect(parseLanTarget("10.0.0.1\u00a01").ok).toBe(false)
  expect(lanTargetFault("10.0.0.1\u00a010.0.0.2")).toEqual({ kind: "several" })
})

test.each([
  "[fe80::1%eth0]:36459",
  "[fe80::1%25eth0]",
  "fe80::1%3",
  "\u200e[FE80::1%en0]",
  "[fe80::1]%eth0",
  "fe80::1％eth0",
])("[LAN-2] a scoped address is refused for its zone: %s", (text) => {
  expect(lanTargetFault(text)).toEqual({ kind: "zone" })
})

test.each([
  "jo@straße.de",
  "jo@münchen.example",
  "jo@例え.jp",
  "jo@उदाहरण.भारत",
  "jo@пример.рф",
  "jo@نامه\u200cای.example",
  "jörg.müller@example.com",
  "ада+дом@пример.рф",
  "김@example.com",
  "अनिल@उदाहरण.भारत",
  `${"é".repeat(32)}@example.com`,
])("[AUTH-4][AUTH-12] an international address stays as typed, in one normal form: %s", (text) => {
  expect(parseEmail(text)).toEqual({ ok: true, value: text })
  expect(parseEmail(`${text.normalize("NFD")} `)).toEqual({ ok: true, value: text.normalize("NFC") })
  expect(normalEmail(text.normalize("NFD").toUpperCase())).toBe(normalEmail(text.toUpperCase()))
  expect(normalEmail(text)).toBe(text.normalize("NFC"))
})

test("[RENAME-1][ACCOUNT-2] a name is counted and kept in composed form", () => {
  const decomposed = "é".repeat(16).normalize("NFD")
  expect(parseName(decomposed)).toEqual({ ok: true, value: "é".repeat(16) })
  expect(parseName("한글".normalize("NFD"))).toEqual({ ok: true, value: "한글" })
  expect(isSameName("Büro", "Büro".normalize("NFD"))).toBe(true)
  expect(isSameName("Büro", "Buro")).toBe(false)
})

test.each([
  ["sight.example", "https://sight.example"],
  [" Sight.Example/base/ ", "https://sight.example/base"],
  ["sight.example:8443", "https://sight.example:8443"],
  ["192.168.1.5", "https://192.168.1.5"],
  ["[fd00::5]:8443", "https://[fd00::5]:8443"],
  ["nas:8080", "https://nas:8080"],
  ["localhost", "http://localhost"],
  ["localhost:4174", "http://localhost:4174"],
  ["127.0.0.1:4174", "http://127.0.0.1:4174"],
  ["[::1]:4174", "http://[::1]:4174"],
  ["\u200elocalhost:4174", "http://localhost:4174"],
  ["straße.example", "https://xn--strae-oqa.example"],
])("[AUTH-2] a server typed as %j is completed", (text, completed) => {
  expect(completedServerUrl(text)).toBe(completed)
})

test.each([
  "",
  "nas",
  "nowhere at all",
  "https://sight.example",
  "ftp://sight.example",
  "mailto:jo@sight.example",
  "jo@sight.example",
  "jo:secret@sight.example",
  "//sight.example",
  "javascript:alert(1)",
  "sight..example",
  "sight.example:99999",
  "192.168.1",
  "1.5",
  "999.1.1.1",
  "http//sight",
])("[AUTH-2] a server typed as %j is not completed", (text) => {
  expect(completedServerUrl(text)).toBeNull()
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

test.each([
  ["marks at its ends and within", "\u200e\u00a0open\u200d\u00adsesame\ufeff\n", "opensesame"],
  ["nothing to see", "\u2060 \u00ad", ""],
  ["spaces of its owner", " open  sesame ", "open  sesame"],
  ["no-break, thin and wide spaces", "open\u00a0se\u2009sa\u3000me", "open se sa me"],
  ["a letter in two parts", "se\u0301same", "s\u00e9same"],
  ["emoji of several parts", "👩\u200d💻 ☎️", "👩\u200d💻 ☎️"],
  ["a joiner that is seen", "می\u200cخواهم", "می\u200cخواهم"],
  ["a joiner that is not seen", "س\u200dل\u200cا\u200cم", "سل\u200cام"],
])("[DEVICE-9] a passcode is what is seen of it: %s", (_title, typed, passcode) => {
  expect(typedSecret(typed)).toBe(passcode)
})

const INVISIBLE = [
  0xad, 0x34f, 0x61c, 0x115f, 0x1160, 0x17b4, 0x180b, 0x180e, 0x200b, 0x200d, 0x200e, 0x202e, 0x2060, 0x2064, 0x2069,
  0x206f, 0x3164, 0xfe00, 0xfe0e, 0xfe0f, 0xfeff, 0xffa0, 0xfff0, 0xfff9, 0x1bca0, 0x1d173, 0xe0001, 0xe0041, 0xe007f,
  0xe0100, 0xe01ef, 0xe0fff,
].map((point) => String.fromCodePoint(point))

test("[AUTH-12][AUTH-2][DEVICE-9] letters of any script hide no invisible character in an address, a server or a passcode", () => {
  const letters: fc.Arbitrary<string> = fc.constantFrom("a", "س", "ل", "ا", "山", "क", "ᠠ", "한", "ж", "ก")
  const word = fc.array(letters, { minLength: 2, maxLength: 5 })
  fc.assert(
    fc.property(word, fc.constantFrom(...INVISIBLE), fc.nat(4), (parts, mark, at) => {
      const [plain, marked] = [parts, parts.toSpliced(1 + (at % (parts.length - 1)), 0, mark)].map((text) =>
        text.join(""),
      )
      expect(parseEmail(`jo@${marked}.example`)).toEqual(parseEmail(`jo@${plain}.example`))
      expect(parseServerUrl(`https://${marked}.example`)).toEqual(parseServerUrl(`https://${plain}.example`))
      expect(typedSecret(`${marked}`)).toBe(plain)
    }),
  )
})

test.each([
  ["joins in Persian", "jo@نامه\u200cای.example", "jo@نامه\u200cای.example"],
  ["is twice in Persian", "jo@نامه\u200c\u2060\u200cای.example", "jo@نامه\u200cای.example"],
  ["is behind a letter that joins to nothing", "jo@د\u200cا.example", "jo@دا.example"],
  ["joins in Hindi", "jo@क्\u200dष.example", "jo@क्\u200dष.example"],
])("[AUTH-12] of joiners an address keeps those that change how it looks: one that %s", (_title, typed, address) => {
  expect(parseEmail(typed)).toEqual({ ok: true, value: address })
})
