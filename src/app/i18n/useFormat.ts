import { useMemo } from "react"
import { useTranslation } from "react-i18next"
import {
  formatAge,
  formatBytes,
  formatClock,
  formatDay,
  formatDuration,
  formatFull,
  formatHour,
  formatIso,
  formatMinute,
  formatMoment,
  formatNumber,
  formatRelative,
  formatShare,
  formatStamp,
  formatWeekday,
  isMoment,
  nameOrder,
} from "./format.ts"
import { languageOf, languages } from "./languages.ts"

/**
 * The functions of `format.ts` in the language on screen; rerenders when the language changes. What is no moment reads as
 * unknown: a time comes from a server, and one of them must not take the page down.
 */
export const useFormat = () => {
  const { t, i18n } = useTranslation()
  const language = languages.find(({ tag }) => tag === i18n.language) ?? languageOf("en")
  return useMemo(() => {
    const { formats } = language
    const known = (at: number, text: (locale: string) => string) =>
      isMoment(at) ? text(formats) : t("common.time.unknown")
    return {
      language,
      compareNames: nameOrder(formats),
      percent: (value: number) => formatShare(formats, value / 100),
      number: (value: number) => formatNumber(formats, value),
      age: (at: number, now: number) => known(at, (locale) => formatAge(locale, at, now)),
      relative: (at: number, now: number) => known(at, (locale) => formatRelative(locale, at, now)),
      moment: (at: number, now: number) => known(at, (locale) => formatMoment(locale, at, now)),
      minute: (at: number, now: number) => known(at, (locale) => formatMinute(locale, at, now)),
      full: (at: number) => known(at, (locale) => formatFull(locale, at)),
      stamp: (at: number) => known(at, (locale) => formatStamp(locale, at)),
      clock: (at: number) => known(at, (locale) => formatClock(locale, at)),
      iso: formatIso,
      day: (at: number) => known(at, (locale) => formatDay(locale, at)),
      hour: (at: number) => known(at, (locale) => formatHour(locale, at)),
      weekday: (at: number) => known(at, (locale) => formatWeekday(locale, at)),
      share: (share: number) => formatShare(formats, share),
      duration: (span: number) => formatDuration(formats, span),
      bytes: (value: number) => formatBytes(formats, value),
    }
  }, [language, t])
}
