import { RETRY_AFTER_MAX_MS } from "./limits.ts"

/** Times of HTTP (RFC 9110, 5.6.7 and 10.2.3), and what servers send in their place, read without a clock. */

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
const SECOND_MS = 1_000
const DAY_SECONDS = 86_400
/** Two digits of a year from here on are of the last century. */
const CENTURY_TURNS = 70

const ZONE = "(?: ?(?<zone>gmt|utc?|z|[+-]\\d{2}:?\\d{2}))?"
const TIME = "(?<time>\\d{1,2}:\\d{2}:\\d{2})(?:\\.\\d+)?"

/** `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT`, and as mail and cookies write them. */
const DAY_FIRST = new RegExp(
  `^(?:[a-z]+,? )?(?<day>\\d{1,2})[ -](?<month>[a-z]{3})[ -](?<year>\\d{4}|\\d{2}) ${TIME}${ZONE}$`,
)
/** `Sun Nov  6 08:49:37 1994` */
const ASCTIME = new RegExp(`^[a-z]{3} (?<month>[a-z]{3}) +(?<day>\\d{1,2}) ${TIME}${ZONE} (?<year>\\d{4})$`)
/** `1994-11-06T08:49:37Z`, which no HTTP date is and some servers send. */
const ISO = new RegExp(`^(?<year>\\d{4})-(?<month>\\d{2})-(?<day>\\d{2})[t ]${TIME}${ZONE}$`)

/** A date of a header in any form that servers send, ms since 1970; null where it is none. Without a zone it is of UTC. */
export const parseHttpDate = (text: string): number | null => {
  const plain = text.trim().toLowerCase()
  const groups = (DAY_FIRST.exec(plain) ?? ASCTIME.exec(plain) ?? ISO.exec(plain))?.groups ?? {}
  const { day, month, year, time, zone } = groups
  if (day === undefined || month === undefined || year === undefined || time === undefined) return null
  const monthIndex = /^\d/.test(month) ? Number(month) - 1 : MONTHS.indexOf(month)
  const [hours = 0, minutes = 0, seconds = 0] = time.split(":").map(Number)
  const isMonth = monthIndex >= 0 && monthIndex < MONTHS.length
  if (!isMonth || Number(day) < 1 || Number(day) > 31 || hours > 23 || minutes > 59 || seconds > 60) return null
  const days = daysSince1970(fullYear(year), monthIndex + 1, Number(day))
  return (days * DAY_SECONDS + hours * 3_600 + minutes * 60 + seconds - offsetOf(zone)) * SECOND_MS
}

/** Of a zone like `+01:00`, s. */
const offsetOf = (zone = ""): number => {
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})$/.exec(zone) ?? []
  const offset = Number(hours ?? 0) * 3_600 + Number(minutes ?? 0) * 60
  return sign === "-" ? -offset : offset
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

/** A number from here on is no number of seconds to wait but a moment in seconds since 1970, and from there on in ms. */
const EPOCH_SECONDS_FROM = 1e9
const EPOCH_MS_FROM = 1e12
const EPOCH_MS_UNTIL = 1e14

const waitOf = (text: string, now: number): number => {
  const at = parseHttpDate(text)
  if (at !== null) return at - now
  if (!/^\d+(?:\.\d*)?$/.test(text)) return 0
  const number = Number(text)
  if (number >= EPOCH_MS_FROM && number < EPOCH_MS_UNTIL) return number - now
  if (number >= EPOCH_SECONDS_FROM && number < EPOCH_MS_FROM) return number * SECOND_MS - now
  return Math.ceil(number * SECOND_MS)
}

/** Each value of a header that was sent more than once; a comma also follows the day of a date. */
const valuesIn = (header: string): readonly string[] => header.split(/,(?=\s*(?:\d+(?:\.\d*)?\s*(?:,|$)|[a-z]+,))/i)

/**
 * How long a server asks to wait by `Retry-After`, ms, at most RETRY_AFTER_MAX_MS; null where it names no time to come. Of
 * several values the longest counts. `now` is by the server's clock where that is known: a date is one of that clock.
 */
export const retryAfterMs = (header: string, now: number): number | null => {
  const wait = Math.max(...valuesIn(header).map((value) => waitOf(value.trim(), now)))
  return wait > 0 ? Math.min(wait, RETRY_AFTER_MAX_MS) : null
}
