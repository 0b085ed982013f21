import { RETRY_AFTER_MAX_MS } from "./limits.ts"

/** Times of HTTP (RFC 9110, 5.6.7 and 10.2.3), read without a clock. */

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
const SECOND_MS = 1_000
const DAY_SECONDS = 86_400
/** Two digits of a year from here on are of the last century. */
const CENTURY_TURNS = 70

/** `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT` and `Sun Nov  6 08:49:37 1994`. */
const FIXED = /^[a-z]{3}, (?<day>\d{2}) (?<month>[a-z]{3}) (?<year>\d{4}) (?<time>\d{2}:\d{2}:\d{2}) gmt$/
const RFC_850 = /^[a-z]{6,9}, (?<day>\d{2})-(?<month>[a-z]{3})-(?<year>\d{2}) (?<time>\d{2}:\d{2}:\d{2}) gmt$/
const ASCTIME = /^[a-z]{3} (?<month>[a-z]{3}) (?<day>[ \d]\d) (?<time>\d{2}:\d{2}:\d{2}) (?<year>\d{4})$/

/** An HTTP date in any of its three forms, ms since 1970; null where it is none. */
export const parseHttpDate = (text: string): number | null => {
  const plain = text.trim().toLowerCase()
  const { day, month, year, time } = (FIXED.exec(plain) ?? RFC_850.exec(plain) ?? ASCTIME.exec(plain))?.groups ?? {}
  if (day === undefined || month === undefined || year === undefined || time === undefined) return null
  const monthIndex = MONTHS.indexOf(month)
  const [hours = 0, minutes = 0, seconds = 0] = time.split(":").map(Number)
  if (monthIndex < 0 || Number(day) < 1 || Number(day) > 31 || hours > 23 || minutes > 59 || seconds > 60) return null
  const days = daysSince1970(fullYear(year), monthIndex + 1, Number(day))
  return (days * DAY_SECONDS + hours * 3_600 + minutes * 60 + seconds) * SECOND_MS
}

const fullYear = (year: string): number => {
  if (year.length > 2) return Number(year)
  return Number(year) + (Number(year) < CENTURY_TURNS ? 2_000 : 1_900)
}

/** Days of the Gregorian calendar; the year begins with March, so that a leap day is its last. */
const daysSince1970 = (year: number, month: number, day: number): number => {
  const from = month > 2 ? year : year - 1
  const era = Math.floor(from / 400)
  const yearOfEra = from - era * 400
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear
  return era * 146_097 + dayOfEra - 719_468
}

/**
 * How long a server asks to wait by `Retry-After`, ms, at most RETRY_AFTER_MAX_MS; null where it names no time to come.
 * `now` is by the server's clock where that is known: a date is one of that clock.
 */
export const retryAfterMs = (header: string, now: number): number | null => {
  const text = header.trim()
  const at = parseHttpDate(text)
  const isSeconds = /^\d+$/.test(text)
  const wait = isSeconds ? Number(text) * SECOND_MS : (at ?? now) - now
  return wait > 0 ? Math.min(wait, RETRY_AFTER_MAX_MS) : null
}
