import type { LogFault } from "./faults.ts"
import { agrees, hasSumOf, LINE_SUM_BLANKS, summed } from "./lineSum.ts"
import { isReadable, isWithin } from "./nesting.ts"

/**
 * The changes that other programs make when they save a log again. Each alters bytes that the checkpoints cover but
 * keeps the JSON value, so that a person cannot see the alteration. The reader names each.
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
  problem: "the line begins or ends with a carriage return: another program changed the line ends",
}
export const LAID_OUT: Resaving = {
  fault: "layout",
  problem: "another program saved the file again and laid out its JSON over several lines",
}
const LISTED: Resaving = {
  fault: "layout",
  problem: "another program saved the file again and made one JSON list of its lines",
}
/** The fault of a first line that names the format but is not JSON. */
export const HEAD_CHANGED: Resaving = {
  fault: "layout",
  problem: "another program changed the first line: it was joined, cut or written in another form, and is not JSON now",
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
const TABS_GONE: Resaving = {
  fault: "blanks",
  problem: "another program replaced the tabs at the end of this line by spaces",
}
const NORMALISED: Resaving = {
  fault: "normalForm",
  problem: "another program changed how the letters of this line are composed (Unicode normal form)",
}

const MISREAD: Resaving = {
  fault: "encoding",
  problem:
    "another program read the letters of this line in another encoding, and saved what it took them for as UTF-8",
}

const MARKS: readonly (readonly number[])[] = [
  [0xff, 0xfe],
  [0xfe, 0xff],
]
const UTF8_MARK = [0xef, 0xbb, 0xbf] as const
/** Text in the first line of every log, found in any encoding and layout. */
const NAME = '"sightline.log"'

/** The first bytes of archives. They may hold an intact log, so the reader does not call them damaged. */
const ARCHIVES: readonly (readonly [name: string, bytes: readonly number[]])[] = [
  ["as ZIP", [0x50, 0x4b, 0x03, 0x04]],
  ["twice as gzip", [0x1f, 0x8b]],
  ["as bzip2", [0x42, 0x5a, 0x68]],
  ["as XZ", [0xfd, 0x37, 0x7a, 0x58, 0x5a]],
  ["as Zstandard", [0x28, 0xb5, 0x2f, 0xfd]],
  ["as 7-Zip", [0x37, 0x7a, 0xbc, 0xaf]],
  ["as RAR", [0x52, 0x61, 0x72, 0x21]],
]
/** In a TAR archive the head of the first file comes before its bytes, and names the format here. */
const TAR = { at: 257, bytes: [0x75, 0x73, 0x74, 0x61, 0x72] } as const
/** UTF-16 makes every second byte of our JSON a zero; a damaged disk may leave a few zeros too. */
const ZERO_SHARE = 4

const beginsWith = (bytes: Uint8Array, mark: readonly number[]) => mark.every((byte, place) => bytes[place] === byte)

/**
 * Recognizes from its first bytes a log that another program saved again; null when they do not show that, or the file
 * is no log.
 */
export const resavedStart = (start: Uint8Array): Resaving | null => {
  const archive = beginsWith(start.subarray(TAR.at), TAR.bytes)
    ? "as TAR"
    : ARCHIVES.find(([, bytes]) => beginsWith(start, bytes))?.[0]
  if (archive !== undefined)
    return { fault: "packed", problem: `the file is packed ${archive}: unpack it, then open the log inside it` }
  const letters = start.filter((byte) => byte !== 0)
  const text = String.fromCharCode(...letters)
  if (!text.includes(NAME)) return null
  const isWide = ZERO_SHARE * (start.length - letters.length) > start.length
  if (MARKS.some((mark) => beginsWith(start, mark)) || isWide) return encoded(start)
  if (beginsWith(start, UTF8_MARK)) return BYTE_ORDER_MARK
  const [first = ""] = text.split("\n", 1)
  if (first.includes("\r")) return LINE_ENDS
  if (text.trimStart().startsWith("[")) return /^\s*\[\s*$/.test(first) || first.includes(NAME) ? LISTED : LAID_OUT
  if (first.includes(NAME)) return null
  if (first.trim() === "") return EMPTY_LINE
  return /^\s*\{/.test(first) && parsed(first) === undefined ? LAID_OUT : null
}

const encoded = (start: Uint8Array): Resaving => {
  const zeros = start.filter((byte) => byte === 0).length
  const name = zeros > start.length / 2 + 1 ? "UTF-32" : "UTF-16"
  return { fault: "encoding", problem: `another program saved the file again as ${name} instead of UTF-8` }
}

/** True for an empty line, and for one that holds only blanks, such as a sum torn from its line. */
export const isBlank = (line: string): boolean => /^[ \t]*$/.test(line)

const EVENT_KEYS = "seq,id,type,v,at,account,tab,cause,payload"

/** True when the keys are in the order of the format. The kind of the line follows from its keys. */
const hasOrder = (value: object): boolean => {
  const keys = Object.keys(value)
  if (Object.hasOwn(value, "checkpoint")) return keys.join() === "checkpoint,state,events"
  if (Object.hasOwn(value, "format")) return keys[0] === "format"
  return keys.join() === EVENT_KEYS
}

/** Undefined for text that is not JSON or nests deeper than any line of ours. */
const parsed = (text: string): unknown => {
  if (!isReadable(text)) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return isWithin(value) ? value : undefined
  } catch {
    return undefined
  }
}

const FORMS = ["NFC", "NFD", "NFKC", "NFKD"]

/** True when the sum of a line fits its text in another Unicode normal form. */
const isNormalised = (body: string, sum: string): boolean =>
  FORMS.map((form) => body.normalize(form)).some((other) => other !== body && hasSumOf(other, sum))

/** The encodings of older programs, of one byte each letter, for which UTF-8 is most often mistaken. */
const ENCODINGS = [
  ...["windows-1252", "windows-1250", "windows-1251", "windows-1254", "macintosh", "x-mac-cyrillic", "ibm866"],
  ...["koi8-r", "iso-8859-2", "iso-8859-5", "iso-8859-15"],
]

/** The byte of each letter in an encoding. */
const bytesOf = (encoding: string): ReadonlyMap<string, number> => {
  const decoder = new TextDecoder(encoding)
  return new Map(Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte]))
}

/**
 * The original text of one whose UTF-8 bytes were misread in another encoding; null when it cannot be that. Latin-1 has
 * its control characters where Windows-1252 has letters.
 */
const beforeMisread = (body: string, encoding: string): string | null => {
  const byteOf = bytesOf(encoding)
  const bytes = [...body].map((letter) => byteOf.get(letter) ?? (letter <= "\u00ff" ? letter.charCodeAt(0) : undefined))
  if (bytes.includes(undefined)) return null
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.from(bytes, (byte) => byte ?? 0))
  } catch {
    return null
  }
}

const isMisread = (body: string, sum: string): boolean =>
  ENCODINGS.some((encoding) => {
    const before = beforeMisread(body, encoding)
    return before !== null && before !== body && hasSumOf(before, sum)
  })

/**
 * The sign that another program saved this line again; null when there is none. `isSummed` means that the release that
 * wrote the file put a sum behind each line.
 */
export const resavedLine = (line: string, isSummed: boolean): Resaving | null => {
  if (isBlank(line)) return EMPTY_LINE
  if (line.startsWith("\r") || line.endsWith("\r")) return LINE_ENDS
  const body = line.replace(/[ \t]+$/, "")
  const value = parsed(body)
  if (typeof value !== "object" || value === null) return null
  if (JSON.stringify(value) !== body || !hasOrder(value)) return WRITTEN_AGAIN
  if (!isSummed || agrees(line)) return null
  const blanks = line.slice(body.length)
  if (blanks.length < LINE_SUM_BLANKS) return BLANKS_GONE
  if (line.startsWith(summed(body))) return BLANKS_ADDED
  if (!blanks.includes("\t")) return TABS_GONE
  if (blanks.length > LINE_SUM_BLANKS) return null
  if (isNormalised(body, blanks)) return NORMALISED
  return isMisread(body, blanks) ? MISREAD : null
}
