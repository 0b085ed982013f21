import { expect, test } from "vitest"
import { languageOf, languages } from "../../src/app/i18n/languages.ts"

test("[I18N-1] eleven languages have their own names, the country of their flag and the tag of their script", () => {
  expect(languages.map(({ code, name, flag, tag }) => [code, name, flag, tag])).toEqual([
    ["en", "English", "GB", "en"],
    ["chs", "简体中文", "CN", "zh-Hans"],
    ["cht", "繁體中文", "TW", "zh-Hant"],
    ["ja", "日本語", "JP", "ja"],
    ["ko", "한국어", "KR", "ko"],
    ["de", "Deutsch", "DE", "de"],
    ["fr", "Français", "FR", "fr"],
    ["it", "Italiano", "IT", "it"],
    ["es", "Español", "ES", "es"],
    ["pt", "Português (Brasil)", "BR", "pt"],
    ["ar", "العربية", "SA", "ar"],
  ])
})

test("[I18N-1] a missing or unknown choice of language is English", () => {
  for (const code of [null, undefined, "", "xx"]) expect(languageOf(code).code).toBe("en")
})
