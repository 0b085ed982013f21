import { fnv1a } from "../values/spread.ts"

/**
 * Each exported line ends with a short checksum of itself, so that a reader can name an altered line. Checkpoints of
 * earlier releases have none. The sum is encoded in blanks, which every JSON parser ignores, so an event has no
 * additional field. A line checksum proves nothing: the checkpoints show whether a file is intact, and a file without
 * line checksums is as good.
 */

/** Number of bits in a sum. Each is a blank: a space for 0, a tab for 1. */
export const LINE_SUM_BLANKS = 16
const HALF = LINE_SUM_BLANKS / 2

/**
 * Files with a state of this version or older may have checkpoints without a sum. Up to the second version, their other
 * lines may lack one too.
 */
export const BARE_CHECKPOINTS_UP_TO_STATE = 24
export const BARE_LINES_UP_TO_STATE = 22

/** The blanks for each value of half a sum. */
const blanks = Array.from({ length: 2 ** HALF }, (_, number) =>
  number.toString(2).padStart(HALF, "0").replaceAll("0", " ").replaceAll("1", "\t"),
)

/** The low bits of FNV-1a. As with the whole hash, one altered unit always changes the sum. */
const sumOf = (text: string): string => {
  const sum = fnv1a(text)
  return `${blanks[(sum >>> HALF) & (2 ** HALF - 1)]}${blanks[sum & (2 ** HALF - 1)]}`
}

/** Appends its sum to the text of a JSON object. */
export const summed = (text: string): string => text + sumOf(text)

/** True when a line has its own sum; false when it was altered or has none. */
export const agrees = (line: string): boolean => line.endsWith(sumOf(line.slice(0, -LINE_SUM_BLANKS)))

/** True when `blanks` are the sum of the text. */
export const hasSumOf = (text: string, blanks: string): boolean => sumOf(text) === blanks
