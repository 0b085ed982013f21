import { describe, expect, test } from "vitest"
import { readFiles } from "./files.ts"
import { flatten, LANGUAGES } from "./locales.ts"
import { doubledStops, labelsTooLong, ruledOutWords, typographyFaults, widthOf, wronglyMarked } from "./typography.ts"

const files = new Map(
  readFiles(["locales"], [".json"]).map(({ path, source }) => [
    path.replace(/^locales\/|\.json$/g, ""),
    flatten(JSON.parse(source)),
  ]),
)
const textsOf = (name: string) => files.get(name) ?? new Map<string, string>()

describe.each(Object.keys(LANGUAGES))("locales/%s.json", (name) => {
  test("[I18N-3] is set as the language is: quotes, spaces, punctuation", () => {
    expect(typographyFaults(name, textsOf(name))).toEqual([])
  })

  test("[I18N-2] uses no word that its glossary rules out", () => {
    expect(ruledOutWords(name, textsOf(name))).toEqual([])
  })

  test("[OFFLINE-3] marks the state of an action once, at the start of its sentence", () => {
    expect(wronglyMarked(name, textsOf(name))).toEqual([])
    const texts = [...textsOf(name)].filter(([key]) => key.startsWith("layout.outbox.stateLine."))
    expect(texts.length).toBeGreaterThan(0)
    expect(texts.filter(([, text]) => !text.includes("<b>"))).toEqual([])
  })

  test("[I18N-3] ends no sentence with a span of time that brings its own stop", () => {
    expect(doubledStops(name, textsOf(name))).toEqual([])
  })

  test("[LAYOUT-5] has labels that fit where there is one line", () => {
    expect(labelsTooLong(name, textsOf(name), textsOf("en"))).toEqual([])
  })
})

describe("the check of how texts are set", () => {
  const faults = (name: string, text: string) => typographyFaults(name, new Map([["common.x", text]])).length

  test("wants the spaces of French", () => {
    expect(faults("fr", "Filtres\u00a0: «\u00a0{{x}}\u00a0»\u202f?")).toBe(0)
    for (const text of ["Filtres : a", "Filtres:", "«\u00a0a »", "Quoi ?", "Quoi?"])
      expect(faults("fr", text), text).toBe(1)
  })

  test("wants the quotes and the punctuation of each language", () => {
    expect(faults("de", "Menü „A“ und „B“")).toBe(0)
    for (const [name, text] of [
      ["de", "Menü “A”"],
      ["it", "Menu “A”"],
      ["es", "Seguro?"],
      ["ar", "نعم, لا"],
      ["chs", "没有响应,请重试"],
      ["cht", "“{{name}}”的標籤"],
      ["ja", "動画：{{title}}"],
      ["ko", "이름：{{name}}"],
      ["en", "It's"],
    ] as const)
      expect(faults(name, text), `${name} ${text}`).toBe(1)
  })

  test("finds the second stop where a language shortens its units, and nowhere else", () => {
    const texts = new Map([["common.x", "{{duration}}."]])
    expect(doubledStops("de", texts)).toHaveLength(1)
    expect(doubledStops("es", texts)).toEqual([])
  })

  test("measures letters by the room they take", () => {
    expect(widthOf("Wake")).toBe(4)
    expect(widthOf("唤醒")).toBe(4)
    expect(widthOf("<b>مؤكَّد</b>")).toBe(4)
    const english = new Map([["common.action.wake", "Wake"]])
    expect(labelsTooLong("de", new Map([["common.action.wake", "Aufwecken"]]), english)).toEqual([])
    expect(labelsTooLong("de", new Map([["common.action.wake", "Den Computer aufwecken"]]), english)).toHaveLength(1)
  })
})
