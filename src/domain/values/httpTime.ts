import { RETRY_AFTER_MAX_MS } from "./limits.ts"

/** Times of HTTP (RFC 9110, 5.6.7 and 10.2.3) and the variants that servers send, read without a clock. */

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
const SECOND_MS = 1_000
const DAY_SECONDS = 86_400
/** Two-digit years from this number on belong to the last century. */
const CENTURY_TURNS = 70

/** The latest and the earliest moment of a JavaScript date, ms. */
const TIME_MAX_MS = 8.64e15
/** The latest offset of a zone, as ISO 8601 writes it. */
const OFFSET_HOURS_MAX = 23

/** Matches the parts of a date: a time, an offset at the end, words, numbers. */
const PARTS = /\d+(?::\d\d){2}|[+-]\d\d:?\d\d$|\p{L}+|\d+/gu
/** All words of a date beside its month: weekdays, the zones that are UTC, and the `T` of ISO. */
const WORD = /^(?:(?:mon|tue|tues|wed|wednes|thu|thur|thurs|fri|sat|satur|sun)(?:day)?|gmt|utc?|z|t)$/
/** A comment at the end, as mail writes it: `-0500 (EST)`. */
const COMMENT = /\s*\([^()]*\)$/

/**
 * A date of a header, ms since 1970; null for any other text: `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94
 * 08:49:37 GMT`, `Sun Nov  6 08:49:37 1994`, and the forms of mail, cookies and ISO. Without an offset it is UTC. A date
 * or a time that does not exist, or one of a named zone other than UTC, is null. The weekday is ignored, even a wrong
 * one, because the date is complete without it.
 */
export const parseHttpDate = (text: string): number | null => {
  const parts =
    text
      .trim()
      .toLowerCase()
      .replace(COMMENT, "")
      .replace(/(:\d+)\.\d+/, "$1")
      .match(PARTS) ?? []
  if (parts.some((part) => /^\p{L}/u.test(part) && !MONTHS.includes(part) && !WORD.test(part))) return null
  const time = parts.find((part) => part.includes(":") && !/^[+-]/.test(part))
  const named = parts.flatMap((part) => (MONTHS.includes(part) ? MONTHS.indexOf(part) + 1 : []))[0]
  const numbers = parts.filter((part) => /^\d+$/.test(part))
  if (time === undefined || numbers.length !== (named === undefined ? 3 : 2)) return null
  const [day = "", year = ""] = named === undefined ? [numbers[2], numbers[0]] : numbers
  const month = named ?? Number(numbers[1])
  const date = daysOf(fullYear(year), month, Number(day))
  const clock = secondsOf(time)
  const offset = offsetOf(parts.at(-1))
  if (date === null || clock === null || offset === null) return null
  const seconds = date * DAY_SECONDS + clock - offset
  // A leap second ends a day of UTC and is read as the first second of the next day.
  if (time.endsWith(":60") && seconds % DAY_SECONDS !== 0) return null
  const ms = seconds * SECOND_MS
  return Math.abs(ms) <= TIME_MAX_MS ? ms : null
}

/** Seconds of a day; null for a time that no clock shows. 60 is a leap second. */
const secondsOf = (time: string): number | null => {
  const [hours = 0, minutes = 0, seconds = 0] = time.split(":").map(Number)
  return hours > 23 || minutes > 59 || seconds > 60 ? null : hours * 3_600 + minutes * 60 + seconds
}

/** The offset of a zone like `+01:00`, s; null for one that no zone has. */
const offsetOf = (zone = ""): number | null => {
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})$/.exec(zone) ?? []
  if (Number(hours ?? 0) > OFFSET_HOURS_MAX || Number(minutes ?? 0) > 59) return null
  const offset = Number(hours ?? 0) * 3_600 + Number(minutes ?? 0) * 60
  return sign === "-" ? -offset : offset
}

const fullYear = (year: string): number => {
  if (year.length > 2) return Number(year)
  return Number(year) + (Number(year) < CENTURY_TURNS ? 2_000 : 1_900)
}

/** Days since 1970; null for a day that the calendar does not have, like 31 February. */
const daysOf = (year: number, month: number, day: number): number | null => {
  if (month < 1 || month > 12 || day < 1) return null
  const next = month === 12 ? daysSince1970(year + 1, 1, 1) : daysSince1970(year, month + 1, 1)
  const days = daysSince1970(year, month, day)
  return days < next ? days : null
}

/** Days of the Gregorian calendar. The year begins with March, so that a leap day is its last day. */
const daysSince1970 = (year: number, month: number, day: number): number => {
  const from = month > 2 ? year : year - 1
  const leapDays = Math.floor(from / 4) - Math.floor(from / 100) + Math.floor(from / 400)
  const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1
  return from * 365 + leapDays + dayOfYear - 719_468
}

/**
 * From the first number on, a value is not a number of seconds to wait but a moment in seconds since 1970; from the
 * second on, in ms.
 */
const EPOCH_SECONDS_FROM = 1e9
const EPOCH_MS_FROM = 1e12
const EPOCH_MS_UNTIL = 1e14

/** Matches seconds in the forms of various servers: `+30`, `"30"`, `30s`, `30 seconds`, `30; reason=load`. */
const SECONDS = /^"?\+?(\d+(?:\.\d*)?)\s*(?:s|secs?|seconds?)?"?\s*(?:;.*)?$/i

const waitOf = (text: string, now: number): number => {
  const at = parseHttpDate(text)
  if (at !== null) return at - now
  const number = Number(SECONDS.exec(text)?.[1] ?? 0)
  if (number >= EPOCH_MS_FROM && number < EPOCH_MS_UNTIL) return number - now
  if (number >= EPOCH_SECONDS_FROM && number < EPOCH_MS_FROM) return number * SECOND_MS - now
  return Math.ceil(number * SECOND_MS)
}

/** The values of a header that was sent more than once. A comma also follows the day of a date. */
const valuesIn = (header: string): readonly string[] => header.split(/,(?=\s*(?:\d+(?:\.\d*)?|[a-z]+)\s*(?:,|$))/i)

/**
 * The time of a server's reply, ms since 1970; null without one. When the server and a proxy each sent a date, the
 * latest counts.
 */
export const servedAtIn = (header: string): number | null => {
  const dates = valuesIn(header).flatMap((value) => parseHttpDate(value) ?? [])
  return dates.length === 0 ? null : Math.max(...dates)
}

const ERRORS_FROM = 400

interface Response {
  readonly status: number
  readonly headers: { readonly get: (name: string) => string | null }
}

/** The wait that the server of a file asks for, ms; null when there is none. `clock`: of this computer, ms. */
export const askedWaitMs = ({ status, headers }: Response, clock: number): number | null => {
  const header = headers.get("retry-after")
  if (header === null || status < ERRORS_FROM) return null
  return retryAfterMs(header, servedAtIn(headers.get("date") ?? "") ?? clock)
}

/**
 * The wait that a server asks for by `Retry-After`, ms, at most RETRY_AFTER_MAX_MS; null when it names no future time.
 * The longest of several values counts. `now` is by the server's clock where that is known, because a date is by that
 * clock.
 */
export const retryAfterMs = (header: string, now: number): number | null => {
  const wait = Math.max(...valuesIn(header).map((value) => waitOf(value.trim(), now)))
  return wait > 0 ? Math.min(wait, RETRY_AFTER_MAX_MS) : null
}
