import { useMemo } from "react"
import { useTranslation } from "react-i18next"
import {
  clock,
  day,
  formatAge,
  formatBytes,
  formatDuration,
  formatIso,
  formatMinute,
  formatMoment,
  formatNumber,
  formatRelative,
  formatSeconds,
  full,
  hour,
  isMoment,
  named,
  nameOrder,
  percent,
  stamp,
  weekday,
} from "./format.ts"
import { languageOf, languages } from "./languages.ts"

/**
 * The functions of `format.ts` in the language on screen. Rerenders when the language changes. An invalid time reads as
 * unknown: times come from servers, and one of them must not crash the page.
 */
export const useFormat = () => {
  const { t, i18n } = useTranslation()
  const language = languages.find(({ tag }) => tag === i18n.language) ?? languageOf("en")
  return useMemo(() => {
    const { formats } = language
    const known = (at: number, text: () => string) => (isMoment(at) ? text() : t("common.state.unknown"))
    const dated = (of: (locale: string) => Intl.DateTimeFormat) => (at: number) =>
      known(at, () => of(formats).format(at))
    const aged = (text: (locale: string, at: number, now: number) => string) => (at: number, now: number) =>
      known(at, () => text(formats, at, now))
    const share = (of: number) => percent(formats).format(of)
    return {
      language,
      compareNames: nameOrder(formats),
      share,
      percent: (value: number) => share(value / 100),
      number: (value: number) => formatNumber(formats, value),
      age: aged(formatAge),
      relative: aged(formatRelative),
      moment: aged(formatMoment),
      minute: aged(formatMinute),
      full: dated(full),
      stamp: dated(stamp),
      clock: dated(clock),
      day: dated(day),
      hour: dated(hour),
      weekday: dated(weekday),
      iso: formatIso,
      duration: (span: number) => formatDuration(formats, span),
      seconds: (span: number) => formatSeconds(formats, span),
      list: (items: readonly string[]) => named(formats).format(items),
      bytes: (value: number) => formatBytes(formats, value),
    }
  }, [language, t])
}
