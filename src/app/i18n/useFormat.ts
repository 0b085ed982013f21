import { useMemo } from "react"
import { useTranslation } from "react-i18next"
import {
  formatAge,
  formatBytes,
  formatDay,
  formatDuration,
  formatFull,
  formatMinute,
  formatMoment,
  formatNumber,
  formatRelative,
} from "./format.ts"
import { languageOf, languages } from "./languages.ts"

/** The functions of `format.ts` in the language on screen; rerenders when the language changes. */
export const useFormat = () => {
  const { i18n } = useTranslation()
  const language = languages.find(({ tag }) => tag === i18n.language) ?? languageOf("en")
  return useMemo(() => {
    const { formats } = language
    return {
      language,
      number: (value: number) => formatNumber(formats, value),
      age: (at: number, now: number) => formatAge(formats, at, now),
      relative: (at: number, now: number) => formatRelative(formats, at, now),
      moment: (at: number, now: number) => formatMoment(formats, at, now),
      minute: (at: number, now: number) => formatMinute(formats, at, now),
      full: (at: number) => formatFull(formats, at),
      day: (at: number) => formatDay(formats, at),
      duration: (span: number) => formatDuration(formats, span),
      bytes: (value: number) => formatBytes(formats, value),
    }
  }, [language])
}
