import i18next from "i18next"
import { initReactI18next } from "react-i18next"
import { isHosted } from "../../adapters/browser/hosted.ts"
import { formatNumber } from "./format.ts"
import { inProgram, type Texts } from "./inProgram.ts"
import { isolate } from "./isolate.ts"
import { type Language, languageOf } from "./languages.ts"

/** One chunk for each language. Only the chosen one is downloaded (I18N-4). */
const texts = import.meta.glob<Texts>("../../../locales/*.json", { import: "default" })

const load = async ({ code }: Language): Promise<Texts> => {
  const loader = texts[`../../../locales/${code}.json`]
  if (loader === undefined) throw new Error(`no texts for ${code}`)
  return isHosted() ? inProgram(await loader()) : loader()
}

let current = languageOf("en")

/** The language on screen. */
export const currentLanguage = (): Language => current

const show = (language: Language): void => {
  current = language
  document.documentElement.lang = language.tag
  document.documentElement.dir = language.direction
}

/**
 * Loads the texts of the stored language and makes it the language of the page. Called once, before the first render.
 * When they cannot be loaded, tries English before it gives up.
 */
export const startI18n = async (code: string | null): Promise<void> => {
  const wanted = languageOf(code)
  const [language, resource] = await load(wanted).then(
    (loaded) => [wanted, loaded] as const,
    async () => [languageOf("en"), await load(languageOf("en"))] as const,
  )
  show(language)
  await i18next.use(initReactI18next).init({
    lng: language.tag,
    fallbackLng: false,
    load: "currentOnly",
    resources: { [language.tag]: { translation: resource } },
    returnNull: false,
    // Set explicitly: otherwise i18next first tests whether each text is a key, which is half of the cost of a text.
    keySeparator: ".",
    nsSeparator: false,
    interpolation: {
      escapeValue: true,
      /* React escapes. The remaining danger of a name is that it turns a sentence around. */
      escape: isolated,
    },
    react: { useSuspense: false },
  })
  i18next.services.formatter?.add("number", (value: number) => formatNumber(current.formats, value))
}

/** A value for a text that is no sentence of the language, such as a name in a list. */
export const isolated = (value: string): string => isolate(value, current.direction)

/** Changes the language of the page. Rejects, and changes nothing, when the texts cannot be loaded. */
export const changeLanguage = async (code: string): Promise<void> => {
  const language = languageOf(code)
  if (!i18next.hasResourceBundle(language.tag, "translation")) {
    i18next.addResourceBundle(language.tag, "translation", await load(language))
  }
  show(language)
  await i18next.changeLanguage(language.tag)
}
