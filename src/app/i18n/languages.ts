/** A language of the app (I18N-1): stored under its `code`, announced to the browser as `tag`. */
export interface Language {
  readonly code: LanguageCode
  /** Its own name for itself. */
  readonly name: string
  /** Country of its flag, ISO 3166. */
  readonly flag: string
  /** For `<html lang>` and for the choice of plural forms. */
  readonly tag: string
  /** For dates and numbers. Sets what the plain tag leaves open (24 hour clock, Latin digits). */
  readonly formats: string
  readonly direction: "ltr" | "rtl"
}

export type LanguageCode = "en" | "chs" | "cht" | "ja" | "ko" | "de" | "fr" | "it" | "es" | "pt" | "ar"

const language = (code: LanguageCode, name: string, flag: string, tag: string = code, formats = tag): Language => ({
  code,
  name,
  flag,
  tag,
  formats,
  direction: code === "ar" ? "rtl" : "ltr",
})

export const languages: ReadonlyArray<Language> = [
  language("en", "English", "GB", "en", "en-GB"),
  language("chs", "简体中文", "CN", "zh-Hans"),
  language("cht", "繁體中文", "TW", "zh-Hant"),
  language("ja", "日本語", "JP"),
  language("ko", "한국어", "KR"),
  language("de", "Deutsch", "DE"),
  language("fr", "Français", "FR"),
  language("it", "Italiano", "IT"),
  language("es", "Español", "ES"),
  language("pt", "Português (Brasil)", "BR", "pt", "pt-BR"),
  language("ar", "العربية", "SA", "ar", "ar-u-nu-latn"),
]

const fallback = language("en", "English", "GB", "en", "en-GB")

const knownLanguage = (code: string | null | undefined): Language | undefined =>
  languages.find((candidate) => candidate.code === code)

/** The language of a stored code; English for an unknown one. */
export const languageOf = (code: string | null | undefined): Language => knownLanguage(code) ?? fallback

/** The language's own name for itself; undefined for a code that the app has no language for. */
export const languageName = (code: string | null): string | undefined => knownLanguage(code)?.name
