import * as fc from "fast-check"
import { expect, test } from "vitest"
import { folded, withoutSeparators } from "../../src/domain/values/folded.ts"
import { findsDevice } from "./findsDevice.ts"

const octet = fc.integer({ min: 0, max: 255 }).map((byte) => byte.toString(16).padStart(2, "0"))
const mac = fc.array(octet, { minLength: 6, maxLength: 6 })
const separator = fc.constantFrom(":", "-", ".", " ", "", "_")
const nameless = { name: "§", id: "§" }

test("[DEVICE-12] a MAC address, or a run of its pairs, is found however it is written on either side", () => {
  const run = fc.tuple(mac, fc.nat(5), fc.nat(5)).map(([octets, a, b]) => {
    const [from, to] = [Math.min(a, b), Math.max(a, b) + 1]
    return { octets, part: octets.slice(from, to) }
  })
  fc.assert(
    fc.property(run, separator, separator, fc.boolean(), fc.boolean(), ({ octets, part }, has, asks, upHas, upAsks) => {
      const known = octets.join(has)
      const asked = part.join(asks)
      const device = { ...nameless, mac: upHas ? known.toUpperCase() : known }
      expect(findsDevice(upAsks ? asked.toUpperCase() : asked, device)).toBe(true)
    }),
  )
})

test("[DEVICE-12] a MAC address written in groups of four is found, one that differs is not", () => {
  const device = { ...nameless, mac: "02:00:5E:10:AA:FF" }
  expect(findsDevice("0200.5e10.aaff", device)).toBe(true)
  expect(findsDevice("02-00-5e-10-aa-fe", device)).toBe(false)
  expect(findsDevice("20 05", device)).toBe(false)
})

const text = fc.string({ unit: "grapheme", maxLength: 12 })
const word = text.filter((part) => folded(part).trim() !== "")

test("[DEVICE-12] every part of the name, IP, id and of a tag is found, together and in any order", () => {
  const device = fc.record({ name: text, id: text, ip: text, tags: fc.array(text, { maxLength: 3 }) })
  fc.assert(
    fc.property(device, fc.array(fc.nat(), { minLength: 1, maxLength: 3 }), (known, picks) => {
      const fields = [known.name, known.id, known.ip, ...known.tags]
      const query = picks.map((pick) => fields[pick % fields.length] ?? "").join(" ")
      expect(findsDevice(query, known)).toBe(true)
    }),
  )
})

test("[DEVICE-12] what no field holds is not found", () => {
  fc.assert(
    fc.property(word, word, (name, asked) => {
      const words = folded(asked).trim().split(/\s+/)
      const isHeld = (part: string) => {
        const closed = withoutSeparators(part)
        return folded(name).includes(part) || (closed !== "" && withoutSeparators(folded(name)).includes(closed))
      }
      const held = words.every(isHeld)
      expect(findsDevice(asked, { name, id: "" })).toBe(held)
    }),
  )
})

const accented = fc
  .array(fc.tuple(fc.constantFrom(..."aeioucnszy"), fc.constantFrom("", "\u0301", "\u0308", "\u0327", "\u030C")), {
    minLength: 1,
    maxLength: 8,
  })
  .map((letters) => ({
    plain: letters.map(([letter]) => letter).join(""),
    marked: letters.map((letter) => letter.join("")).join(""),
  }))

test("[DEVICE-12] case, accents and how they are composed do not count", () => {
  fc.assert(
    fc.property(accented, fc.constantFrom("NFC", "NFD"), fc.boolean(), ({ plain, marked }, form, up) => {
      const name = up ? marked.normalize(form).toUpperCase() : marked.normalize(form)
      expect(findsDevice(plain, { name, id: "" })).toBe(true)
      expect(findsDevice(name, { name: plain.toUpperCase(), id: "" })).toBe(true)
    }),
  )
  for (const [asked, name] of [
    ["buro", "Büro"],
    ["STRASSE", "Straße"],
    ["istanbul", "İSTANBUL"],
    ["οδος", "ΟΔΟΣΑ"],
    ["ｆｕｌｌ", "Full width"],
    ["放送", "放送スタジオ 3"],
    ["قاعه", "قَاعَه الدرس"],
    ["lobby\u2800", "Lobby"],
    ["\u3164lobby", "Lobby"],
    ["lo\u115fbby\uffa0", "Lobby"],
  ] as const)
    expect(findsDevice(asked, { name, id: "" }), name).toBe(true)
})

test("[DEVICE-12] a name is found whichever separators stand in it and in the search, an id only as it is written", () => {
  const parts = ["control", "room", "7"]
  const written = fc.constantFrom(" ", "-", "_", ".", "/", "\u2013", "")
  fc.assert(
    fc.property(written, written, (has, asks) => {
      expect(findsDevice(parts.join(asks), { name: parts.join(has), id: "" })).toBe(true)
    }),
  )
  expect(findsDevice("1.2", { name: "Dome", id: "d012" })).toBe(false)
  expect(findsDevice("-", { name: "Dome", id: "d012" })).toBe(false)
})

test("[DEVICE-12] folding is settled after once", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (any) => {
      expect(folded(folded(any))).toBe(folded(any))
    }),
  )
})

test("[DEVICE-12] an empty search finds everything", () => {
  fc.assert(
    fc.property(fc.constantFrom("", " ", "\t\n"), text, (query, name) => {
      expect(findsDevice(query, { name, id: "" })).toBe(true)
    }),
  )
})

test.each([
  ["Łódź", "lodz"],
  ["Ørsted", "orsted"],
  ["Đorđe", "dorde"],
  ["Ærø", "aero"],
  ["Œuvre", "oeuvre"],
  ["Straße", "STRASSE"],
  ["Iğdır", "igdir"],
  ["Þór", "thor"],
  ["カメラ", "かめら"],
  ["ｶﾒﾗ", "カメラ"],
  ["かいぎしつ", "カイギシツ"],
  ["ＡＶＷ１", "avw1"],
  ["غرفة ٣", "غرفه 3"],
  ["کتاب", "كتاب"],
  ["Lobby", "\u200elob\u200bby"],
  ["O’Brien", "O'Brien"],
  ["ʻOkina", "'okina"],
  ["rock ʼn’ roll", "rock 'n' roll"],
  ["Bar „Zum Löwen“", 'bar "zum lowen"'],
  ["Bar «Zum Löwen»", 'bar "zum lowen"'],
])("[DEVICE-12] %s is found by %s, and the other way round", (name, query) => {
  expect(findsDevice(query, { ...nameless, name })).toBe(true)
  expect(findsDevice(name, { ...nameless, name: query })).toBe(true)
})
