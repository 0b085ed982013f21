import { RETRY_AFTER_MAX_MS } from "./limits.ts"

/** Times of HTTP (RFC 9110, 5.6.7 and 10.2.3) and the variants that servers send, read without a clock. */

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
const SECOND_MS = 1_000
const DAY_SECONDS = 86_400
/** Two-digit years from this number on belong to the last century. */
const CENTURY_TURNS = 70

/** Matches the parts of a date: a time, an offset at the end, words, numbers. */
const PARTS = /\d+(?::\d\d){2}|[+-]\d\d:?\d\d$|[a-z]+|\d+/g

/**
 * A date of a header, ms since 1970; null for any other text: `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94
 * 08:49:37 GMT`, `Sun Nov  6 08:49:37 1994`, and the forms of mail, cookies and ISO. Without an offset it is UTC.
 */
export const parseHttpDate = (text: string): number | null => {
  const parts = text.trim().toLowerCase().replace(/\.\d+/, "").match(PARTS) ?? []
  const time = parts.find((part) => part.includes(":") && !/^[+-]/.test(part))
  const named = parts.flatMap((part) => (MONTHS.includes(part) ? MONTHS.indexOf(part) + 1 : []))[0]
  const numbers = parts.filter((part) => /^\d+$/.test(part))
  if (time === undefined || numbers.length !== (named === undefined ? 3 : 2)) return null
  const [day = "", year = ""] = named === undefined ? [numbers[2], numbers[0]] : numbers
  const month = named ?? Number(numbers[1])
  const [hours = 0, minutes = 0, seconds = 0] = time.split(":").map(Number)
  if (month < 1 || month > 12 || Number(day) < 1 || Number(day) > 31 || hours > 23 || minutes > 59 || seconds > 60)
    return null
  const days = daysSince1970(fullYear(year), month, Number(day))
  return (days * DAY_SECONDS + hours * 3_600 + minutes * 60 + seconds - offsetOf(parts.at(-1))) * SECOND_MS
}

/** The offset of a zone like `+01:00`, s. */
const offsetOf = (zone = ""): number => {
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})$/.exec(zone) ?? []
  const offset = Number(hours ?? 0) * 3_600 + Number(minutes ?? 0) * 60
  return sign === "-" ? -offset : offset
}

const fullYear = (year: string): number => {
  if (year.length > 2) return Number(year)
  return Number(year) + (Number(year) < CENTURY_TURNS ? 2_000 : 1_900)
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
const valuesIn = (header: string): readonly string[] => header.split(/,(?=\s*(?:\d+(?:\.\d*)?\s*(?:,|$)|[a-z]+,))/i)

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
