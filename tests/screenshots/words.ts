import { createInstance, type ParseKeys, type TFunction, type TOptions } from "i18next"
import { formatNumber } from "../../src/app/i18n/format.ts"
import { isolate } from "../../src/app/i18n/isolate.ts"
import type { Language } from "../../src/app/i18n/languages.ts"

/** The texts of the app in a language, so that scenes find controls by the keys of their texts. */

export type TextKey = ParseKeys
export type Words = (key: TextKey, params?: TOptions) => string

/** The nested texts of one locale file. */
export interface NestedTexts {
  readonly [key: string]: string | NestedTexts
}

/** Fills values into texts as the app does: with plural forms, number formats and isolated names. */
export const wordsOf = async ({ tag, formats, direction }: Language, texts: NestedTexts): Promise<Words> => {
  const instance = createInstance()
  const t: TFunction = await instance.init({
    lng: tag,
    fallbackLng: false,
    load: "currentOnly",
    resources: { [tag]: { translation: texts } },
    returnNull: false,
    interpolation: { escapeValue: true, escape: (value) => isolate(value, direction) },
  })
  instance.services.formatter?.add("number", (value: number) => formatNumber(formats, value))
  return (key, params = {}) => t(key, params)
}
