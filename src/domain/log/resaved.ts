import type { LogFault } from "./faults.ts"
import { agrees, hasSumOf, LINE_SUM_BLANKS, summed } from "./lineSum.ts"
import { isWithin } from "./nesting.ts"

/**
 * What other programs do to a log that they save again: each of these changes bytes that the checkpoints vouch for, and
 * means the same as JSON, so that a person looks in vain for what was altered. Each is named.
 */

export interface Resaving {
  readonly fault: LogFault
  /** For programs and programmers, in English. */
  readonly problem: string
}

const BYTE_ORDER_MARK: Resaving = {
  fault: "byteOrderMark",
  problem: "the file begins with a byte order mark: another program saved it again",
}
export const LINE_ENDS: Resaving = {
  fault: "lineEnds",
  problem: "the line ends with a carriage return: another program changed the line ends",
}
const LAID_OUT: Resaving = {
  fault: "layout",
  problem: "another program saved the file again and laid out its JSON over several lines",
}
const WRITTEN_AGAIN: Resaving = {
  fault: "layout",
  problem:
    "another program wrote the JSON of this line again: its spaces, its escapes or the order of its keys changed",
}
export const EMPTY_LINE: Resaving = { fault: "blanks", problem: "another program added an empty line" }
const BLANKS_GONE: Resaving = {
  fault: "blanks",
  problem: "another program removed blanks at the end of this line",
}
const BLANKS_ADDED: Resaving = { fault: "blanks", problem: "another program added blanks at the end of this line" }
const NORMALISED: Resaving = {
  fault: "normalForm",
  problem: "another program changed how the letters of this line are composed (Unicode normal form)",
}

const MARKS: readonly (readonly number[])[] = [
  [0xff, 0xfe],
  [0xfe, 0xff],
]
const UTF8_MARK = [0xef, 0xbb, 0xbf] as const
/** What the first line of every log names, in whatever encoding and layout. */
const NAME = '"sightline.log"'

const beginsWith = (bytes: Uint8Array, mark: readonly number[]) => mark.every((byte, place) => bytes[place] === byte)

/** How the first bytes of a file show that another program saved a log again; null when they do not, or it is no log. */
export const resavedStart = (start: Uint8Array): Resaving | null => {
  const text = String.fromCharCode(...start.filter((byte) => byte !== 0))
  if (!text.includes(NAME)) return null
  if (MARKS.some((mark) => beginsWith(start, mark)) || start.includes(0)) return encoded(start)
  if (beginsWith(start, UTF8_MARK)) return BYTE_ORDER_MARK
  const [first = ""] = text.split("\n", 1)
  if (first.includes("\r")) return LINE_ENDS
  if (first.includes(NAME)) return first.trimStart().startsWith("[") ? LAID_OUT : null
  if (first.trim() === "") return EMPTY_LINE
  return /^\s*[[{]/.test(first) ? LAID_OUT : null
}

const encoded = (start: Uint8Array): Resaving => {
  const zeros = start.filter((byte) => byte === 0).length
  const name = zeros > start.length / 2 + 1 ? "UTF-32" : "UTF-16"
  return { fault: "encoding", problem: `another program saved the file again as ${name} instead of UTF-8` }
}

const EVENT_KEYS = "seq,id,type,v,at,account,tab,cause,payload"

/** Whether the keys come in the order that the format has: the rest of a line shows what it is. */
const hasOrder = (value: object): boolean => {
  const keys = Object.keys(value)
  if (Object.hasOwn(value, "checkpoint")) return keys.join() === "checkpoint,state,events"
  if (Object.hasOwn(value, "format")) return keys[0] === "format"
  return keys.join() === EVENT_KEYS
}

/** Undefined for what is no JSON, and for what nests deeper than any line of ours. */
const parsed = (text: string): unknown => {
  try {
    const value: unknown = JSON.parse(text)
    return isWithin(value) ? value : undefined
  } catch {
    return undefined
  }
}

const FORMS = ["NFC", "NFD", "NFKC", "NFKD"]

/** Whether the sum behind a line is that of the same letters in another normal form. */
const isNormalised = (body: string, sum: string): boolean =>
  FORMS.map((form) => body.normalize(form)).some((other) => other !== body && hasSumOf(other, sum))

/**
 * How a line shows that another program saved it again; null when it does not. `isSummed` says that the release that wrote
 * the file put a sum behind each line.
 */
export const resavedLine = (line: string, isSummed: boolean): Resaving | null => {
  if (line === "") return EMPTY_LINE
  if (line.endsWith("\r")) return LINE_ENDS
  const body = line.replace(/[ \t]+$/, "")
  const value = parsed(body)
  if (typeof value !== "object" || value === null) return null
  if (JSON.stringify(value) !== body || !hasOrder(value)) return WRITTEN_AGAIN
  if (!isSummed || agrees(line)) return null
  const blanks = line.slice(body.length)
  if (blanks.length < LINE_SUM_BLANKS) return BLANKS_GONE
  if (line.startsWith(summed(body))) return BLANKS_ADDED
  return blanks.length === LINE_SUM_BLANKS && isNormalised(body, blanks) ? NORMALISED : null
}
