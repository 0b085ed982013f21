import * as fc from "fast-check"
import i18next from "i18next"
import { afterEach, beforeAll, describe, expect, test } from "vitest"
import { formatMoment, formatNumber, formatRelative } from "../../src/app/i18n/format.ts"
import { changeLanguage, startI18n } from "../../src/app/i18n/i18n.ts"
import { type Language, languages } from "../../src/app/i18n/languages.ts"

/** The texts of the eleven languages, compared with the browser's rules for them (Intl). */

const HOUR_MS = 3_600_000
/** The monospaced typeface of addresses and clocks has none of these digits. */
const EASTERN_DIGITS = /[\u0660-\u0669\u06f0-\u06f9]/

type Tree = { readonly [key: string]: string | Tree }

const files = import.meta.glob<Tree>("../../locales/*.json", { import: "default", eager: true })

const textsOf = ({ code }: Language): Tree => {
  const texts = files[`../../locales/${code}.json`]
  if (texts === undefined) throw new Error(`no texts for ${code}`)
  return texts
}

const flat = (tree: Tree, path: readonly string[] = []): ReadonlyArray<readonly [string, string]> =>
  Object.entries(tree).flatMap(([name, value]) =>
    typeof value === "string" ? [[[...path, name].join("."), value] as const] : flat(value, [...path, name]),
  )

/** Keys with plural forms, without the suffix of the form. */
const counted = (texts: ReadonlyMap<string, string>): readonly string[] =>
  [...texts.keys()].filter((key) => key.endsWith("_other")).map((key) => key.slice(0, -"_other".length))

/** The form in the file for a count. A "none" text counts as the form of zero, also in languages like English. */
const formFor = (texts: ReadonlyMap<string, string>, key: string, tag: string, count: number): string => {
  const none = count === 0 ? texts.get(`${key}_zero`) : undefined
  const text = none ?? texts.get(`${key}_${new Intl.PluralRules(tag).select(count)}`)
  if (text === undefined) throw new Error(`no form of ${key} for ${count}`)
  return text
}

const marks = /[\u2066-\u2069]/g

/** The text on screen, without the marks that isolate names. The keys come from the files. */
const said = (key: string, values: object): string =>
  String(Reflect.apply(i18next.t, i18next, [key, values])).replace(marks, "")

beforeAll(() => startI18n("en"))
afterEach(() => changeLanguage("en"))

describe.each(languages)("$code", (language) => {
  test("[I18N-3] every count takes the plural form of the language, with the number written as it writes numbers", async () => {
    await changeLanguage(language.code)
    const texts = new Map(flat(textsOf(language)))
    const keys = counted(texts)
    expect(keys.length).toBeGreaterThan(0)
    fc.assert(
      fc.property(fc.constantFrom(...keys), fc.oneof(fc.nat(120), fc.nat(2_000_000)), (key, count) => {
        const expected = formFor(texts, key, language.tag, count)
          .replaceAll("{{count, number}}", new Intl.NumberFormat(language.formats).format(count))
          .replaceAll("{{owner}}", "Ana")
          .replaceAll("{{attempt, number}}", "2")
          .replaceAll("{{of, number}}", "5")
        expect(said(key, { count, owner: "Ana", attempt: 2, of: 5 })).toBe(expected)
      }),
    )
  })

  test("[I18N-3] ages, times and numbers are written as the language writes them, in digits that all of it can read", () => {
    const { formats } = language
    const now = new Date(2026, 10, 20, 14, 26, 9).getTime()
    const ago = new Intl.RelativeTimeFormat(formats, { style: "short" })
    for (const hours of [2, 3, 11, 23])
      expect(formatRelative(formats, now - hours * HOUR_MS, now)).toBe(ago.format(-hours, "hour"))
    expect(formatNumber(formats, 1_234_567.5)).toBe(new Intl.NumberFormat(formats).format(1_234_567.5))
    expect(formatMoment(formats, now, now)).toMatch(/14:26:09|14時26分09秒/)
    const written = [
      formatRelative(formats, now - HOUR_MS, now),
      formatNumber(formats, 42),
      formatMoment(formats, 0, now),
    ]
    expect(written.filter((text) => EASTERN_DIGITS.test(text))).toEqual([])
  })
})
