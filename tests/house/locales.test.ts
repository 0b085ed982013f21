import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, test } from "vitest"
import { handedOver } from "./counts.ts"
import { ROOT, readFiles } from "./files.ts"
import {
  browserWords,
  completed,
  flatten,
  groupViolations,
  LANGUAGES,
  localeViolations,
  unusedKeys,
} from "./locales.ts"

describe("locales/", () => {
  const files = new Map(
    readFiles(["locales"], [".json"]).map(({ path, source }) => [
      path.replace(/^locales\/|\.json$/g, ""),
      flatten(JSON.parse(source)),
    ]),
  )

  test("[I18N-2] holds exactly the eleven languages, each in the six groups", () => {
    expect([...files.keys()].sort()).toEqual(Object.keys(LANGUAGES).sort())
    expect([...files].flatMap(([name, texts]) => groupViolations(name, texts))).toEqual([])
  })

  test("[I18N-2] has the same keys and placeholders in every language, with all its plural forms", () => {
    const english = files.get("en") ?? new Map()
    expect(english.size).toBeGreaterThan(0)
    const violations = Object.entries(LANGUAGES).flatMap(([name, tag]) =>
      localeViolations(name, tag, files.get(name) ?? new Map(), english),
    )
    expect(violations).toEqual([])
  })

  test("[DESK-5] has the program's own words for each text about a browser or a tab that it shows", () => {
    expect(browserWords(files.get("en") ?? new Map())).toEqual([])
  })

  test("[I18N-2] has no text that nothing shows", () => {
    const sources = readFiles(["src"], [".ts", ".tsx"]).map(({ source }) => source)
    sources.push(readFileSync(join(ROOT, "index.html"), "utf8"))
    expect(unusedKeys(files.get("en") ?? new Map(), sources)).toEqual([])
  })
})

describe("the numbers in texts", () => {
  const texts = flatten({ common: { place: "Event {{where}} of {{of, number}}", count_other: "{{count, number}}" } })
  const inSource = (source: string) => handedOver("x.tsx", source, texts).violations

  test("[I18N-3] are handed over as numbers, so that none is shown as NaN", () => {
    const english = flatten(JSON.parse(readFiles(["locales"], ["en.json"])[0]?.source ?? "{}"))
    const all = readFiles(["src/app"], [".tsx", ".ts"]).map(({ path, source }) => handedOver(path, source, english))
    expect(all.flatMap(({ violations }) => violations)).toEqual([])
    expect(all.reduce((sum, { met }) => sum + met, 0)).toBeGreaterThan(30)
  })

  test("are found when they are text already, however they are handed over", () => {
    const found = [expect.stringContaining("of as text")]
    expect(inSource('t("common.place", { where: format.number(1), of: format.number(2) })')).toEqual(found)
    expect(inSource('const place = { of: number(2) }\nt("common.place", place)')).toEqual(found)
    expect(inSource('const of = `1`\nt(isOpen ? "common.place" : "common.other", { of })')).toEqual(found)
    expect(inSource('const rest = { of: "2" }\nt(`common.`, { ...rest })')).toEqual(found)
    expect(inSource('t("common.count", { count: String(2) })')).toEqual([expect.stringContaining("count as text")])
    expect(inSource('t("common.place", { where: format.number(1), of: last - first + 1 })')).toEqual([])
  })
})

describe("the comparison of languages", () => {
  const english = flatten({
    common: { hello: "Hello {{name}}", device_one: "{{count}} device", device_other: "{{count}} devices" },
  })
  const german = { hello: "Hallo {{name}}", device_one: "{{count}} Gerät", device_other: "{{count}} Geräte" }
  const compare = (common: Record<string, string>, tag = "de") =>
    localeViolations("x", tag, flatten({ common }), english)

  test("accepts the same keys in the plural forms of the language", () => {
    expect(compare(german)).toEqual([])
    expect(compare({ hello: "{{name}}さん", device_other: "{{count}}台" }, "ja")).toEqual([])
  })

  test("wants the form for none in every language when English has it", () => {
    const withNone = flatten({ common: { device_zero: "none", device_one: "one", device_other: "{{count}}" } })
    const found = localeViolations("x", "ja", flatten({ common: { device_other: "{{count}}" } }), withNone)
    expect(found).toEqual(["x lacks common.device_zero"])
  })

  test("finds missing and surplus keys, empty texts, other placeholders, wrong plural forms", () => {
    const { hello: _, ...without } = german
    expect(compare(without)).toEqual(["x lacks common.hello"])
    expect(compare({ ...german, more: "Mehr" })).toEqual([expect.stringContaining("common.more")])
    expect(compare({ ...german, hello: " {{name}} ".replace("{{name}}", "") })).toContain("x has an empty common.hello")
    expect(compare({ ...german, hello: "Hallo {{nom}}" })).toEqual([expect.stringContaining("[{{nom}}]")])
    expect(compare(german, "ja")).toEqual([expect.stringContaining("common.device_one")])
    expect(compare(german, "ar")).toContain("x lacks common.device_few")
  })

  test("finds missing and unknown groups, and leaves that are no text", () => {
    expect(groupViolations("x", flatten({ misc: { a: "a" } }))).toContain("x has an unknown group misc")
    expect(groupViolations("x", english)).toContain("x lacks the group pages")
    expect(() => flatten({ common: { a: 1 } })).toThrow(/common\.a/)
  })

  test("finds texts that nothing shows, and knows forms and names from a template", () => {
    const texts = flatten({
      common: { hello: "a", left: "b", device_one: "c", device_other: "d", theme: { dark: "e" } },
    })
    const sources = ['t("common.hello") t("common.device")', `t(\`common.theme.$\{theme}\`)`, 'theme: "dark"']
    expect(unusedKeys(texts, sources)).toEqual(["common.left"])
    expect(unusedKeys(texts, sources.slice(0, 2))).toEqual(["common.left", "common.theme.dark"])
    expect(unusedKeys(texts, [])).toEqual([...texts.keys()])
  })

  test("completing a language makes it agree and keeps its translations", () => {
    for (const tag of Object.values(LANGUAGES)) {
      const texts = flatten(completed(tag, flatten({ common: { hello: "Ahoi {{name}}", gone: "weg" } }), english))
      expect(localeViolations("x", tag, texts, english), tag).toEqual([])
      expect(texts.get("common.hello")).toBe("Ahoi {{name}}")
    }
  })
})
