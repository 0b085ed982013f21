import { remembered } from "./remembered.ts"

/**
 * Dates, numbers and spans of time in the chosen language (I18N-3). `locale` is `Language.formats`; times are
 * milliseconds since 1970, spans are milliseconds.
 */
const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Below this age the text is "now", ms. */
const NOW_WITHIN = 5 * SECOND
/** The next coarser unit begins at two of it, so that 1 h 50 min does not read as one hour. */
const COARSER_FROM = 2

const memo = <Made>(make: (locale: string) => Made) => remembered(make)

/** The order of names. A number in a name counts as a number, so that 2 comes before 10. */
export const nameOrder = memo((locale) => new Intl.Collator(locale, { numeric: true }).compare)

/** A day of each half of the year. Its offsets on these days tell a time zone from another. */
const HALF_YEARS = [Date.UTC(2026, 0), Date.UTC(2026, 6)]

/** A date format keeps the time zone in which it was made, and a person may travel while the page is open. */
const zoned = (make: (locale: string) => Intl.DateTimeFormat) => {
  let zone = ""
  let made = memo(make)
  return (locale: string): Intl.DateTimeFormat => {
    const now = HALF_YEARS.map((half) => new Date(half).getTimezoneOffset()).join()
    if (now !== zone) made = memo(make)
    zone = now
    return made(locale)
  }
}

const plainNumber = memo((locale) => new Intl.NumberFormat(locale))
const ago = memo((locale) => new Intl.RelativeTimeFormat(locale, { style: "short", numeric: "always" }))
const nowWord = memo((locale) => new Intl.RelativeTimeFormat(locale, { style: "short", numeric: "auto" }))
/** "14:26:09" */
export const clock = zoned(
  (locale) =>
    new Intl.DateTimeFormat(locale, { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" }),
)
/** "14:30", of any day. */
export const hour = zoned(
  (locale) => new Intl.DateTimeFormat(locale, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }),
)
const dayAndClock = zoned(
  (locale) =>
    new Intl.DateTimeFormat(locale, {
      month: "short",
      day: "numeric",
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
    }),
)
/** "8 Nov 2025" */
export const day = zoned(
  (locale) => new Intl.DateTimeFormat(locale, { year: "numeric", month: "short", day: "numeric" }),
)
/** "Fri" */
export const weekday = zoned((locale) => new Intl.DateTimeFormat(locale, { weekday: "short" }))
/** The whole date and time, for titles. */
export const full = zoned(
  (locale) => new Intl.DateTimeFormat(locale, { dateStyle: "full", timeStyle: "medium", hourCycle: "h23" }),
)
/** "14:26:09.120": distinguishes events within one second. */
export const stamp = zoned(
  (locale) =>
    new Intl.DateTimeFormat(locale, {
      hour: "2-digit",
      minute: "2-digit",
      second: "2-digit",
      fractionalSecondDigits: 3,
      hourCycle: "h23",
    }),
)
/** "97%", of a share from 0 to 1. */
export const percent = memo((locale) => new Intl.NumberFormat(locale, { style: "percent" }))
/** "a, b, and c". */
export const named = memo((locale) => new Intl.ListFormat(locale, { type: "conjunction" }))
const list = memo((locale) => new Intl.ListFormat(locale, { type: "unit", style: "narrow" }))

type Unit = "second" | "minute" | "hour" | "day" | "megabyte" | "gigabyte" | "kilobyte"

const measure = (
  locale: string,
  unit: Unit,
  value: number,
  digits = 0,
  unitDisplay: "short" | "long" = "short",
): string =>
  new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay, maximumFractionDigits: digits }).format(value)

const relativeUnits = [
  { unit: "day", span: DAY },
  { unit: "hour", span: HOUR },
  { unit: "minute", span: MINUTE },
] as const

/** The largest distance from 1970 that a date can have, ms (ECMA-262). */
const FARTHEST = 8.64e15

/** True when a number is a valid time. Servers may send any number. */
export const isMoment = (at: number): boolean => Math.abs(at) <= FARTHEST

/** For `dateTime` of `<time>`; undefined for a number that is not a valid time. */
export const formatIso = (at: number): string | undefined => (isMoment(at) ? new Date(at).toISOString() : undefined)

export const formatNumber = (locale: string, value: number): string => plainNumber(locale).format(value)

/**
 * "now", "42 sec ago", "2 min ago", "110 min ago", "3 hr ago", "12 days ago"; "in 42 sec" for the future, to the last
 * second. For the age of a past event see `formatAge`.
 */
export const formatRelative = (locale: string, at: number, now: number): string => {
  const span = at - now
  const age = Math.abs(span)
  if (span <= 0 && age < NOW_WITHIN) return nowWord(locale).format(0, "second")
  if (age < NOW_WITHIN) return ago(locale).format(Math.ceil(span / SECOND), "second")
  const sign = Math.sign(span)
  const coarse = relativeUnits.find(
    (candidate) => age >= candidate.span * (candidate.unit === "minute" ? 1 : COARSER_FROM),
  )
  if (coarse === undefined) return ago(locale).format(sign * Math.floor(age / SECOND), "second")
  return ago(locale).format(sign * Math.floor(age / coarse.span), coarse.unit)
}

/** The age of a past event. A time ahead of our clock comes from a clock that is ahead: it reads as just now. */
export const formatAge = (locale: string, at: number, now: number): string =>
  formatRelative(locale, Math.min(at, now), now)

const sameDay = (left: Date, right: Date): boolean => left.toDateString() === right.toDateString()

/** "14:26:09" today, "8 Nov, 09:12" this year, "8 Nov 2025" before. */
export const formatMoment = (locale: string, at: number, now: number): string => {
  const moment = new Date(at)
  const today = new Date(now)
  if (sameDay(moment, today)) return clock(locale).format(moment)
  return moment.getFullYear() === today.getFullYear() ? dayAndClock(locale).format(moment) : day(locale).format(moment)
}

/** "14:26" today, else as `formatMoment`. */
export const formatMinute = (locale: string, at: number, now: number): string =>
  sameDay(new Date(at), new Date(now)) ? hour(locale).format(at) : formatMoment(locale, at, now)

/** The shortest duration that a text shows, ms: nothing takes no time. */
const SHORTEST = 100

/**
 * Some languages separate parts by nothing but put a space inside each. Then a space goes between them too: "3 分 19 秒".
 */
const joined = (locale: string, parts: readonly string[]): string => {
  const text = list(locale).format(parts)
  return text === parts.join("") && text.includes(" ") ? parts.join(" ") : text
}

/** "0.4 seconds", "42 seconds", "3 mins 19 secs", "5 minutes", "2 days". Two units at most; a single unit in full. */
export const formatDuration = (locale: string, span: number): string => {
  if (span < SECOND) return measure(locale, "second", Math.max(SHORTEST, span) / SECOND, 1, "long")
  const seconds = Math.round(span / SECOND)
  const parts: ReadonlyArray<readonly [Unit, number]> = [
    ["day", Math.floor(seconds / 86_400)],
    ["hour", Math.floor(seconds / 3_600) % 24],
    ["minute", Math.floor(seconds / 60) % 60],
    ["second", seconds % 60],
  ]
  const first = parts.findIndex(([, value]) => value > 0)
  const shown = parts.slice(first, first + 2).filter(([, value]) => value > 0)
  const display = shown.length === 1 ? "long" : "short"
  return joined(
    locale,
    shown.map(([unit, value]) => measure(locale, unit, value, 0, display)),
  )
}

/** "12 sec": a count where there is no room for more. */
export const formatSeconds = (locale: string, span: number): string =>
  measure(locale, "second", Math.round(span / SECOND))

const KILOBYTE = 1_000
const MEGABYTE = 1_000 * KILOBYTE
const GIGABYTE = 1_000 * MEGABYTE

/** "38 MB", "1.2 GB" */
export const formatBytes = (locale: string, bytes: number): string => {
  if (bytes >= GIGABYTE) return measure(locale, "gigabyte", bytes / GIGABYTE, 1)
  if (bytes >= MEGABYTE) return measure(locale, "megabyte", bytes / MEGABYTE)
  return measure(locale, "kilobyte", bytes / KILOBYTE)
}
