import { fnv1a } from "../values/spread.ts"

/**
 * Each line that an export writes is followed by a short sum of itself, so that an altered one can be named; checkpoints of
 * earlier releases have none. The sum is written in blanks, which every reader of JSON passes over: an event has the fields
 * of the format and no other. A checksum of a line proves nothing: the checkpoints show whether a file is whole, and a file
 * without such checksums is as good.
 */

/** Bits of a sum, each a blank: a space for 0, a tab for 1. */
export const LINE_SUM_BLANKS = 16
const HALF = LINE_SUM_BLANKS / 2

/** Files with a state of this version, or an older one, may have checkpoints without a sum; up to the other, lines too. */
export const BARE_CHECKPOINTS_UP_TO_STATE = 24
export const BARE_LINES_UP_TO_STATE = 22

/** The blanks of each number of half a sum. */
const blanks = Array.from({ length: 2 ** HALF }, (_, number) =>
  number.toString(2).padStart(HALF, "0").replaceAll("0", " ").replaceAll("1", "\t"),
)

/** The low bits of FNV-1a: as in all of it, one altered unit always gives another sum. */
const sumOf = (text: string): string => {
  const sum = fnv1a(text)
  return `${blanks[(sum >>> HALF) & (2 ** HALF - 1)]}${blanks[sum & (2 ** HALF - 1)]}`
}

/** The text of a JSON object, and its sum. */
export const summed = (text: string): string => text + sumOf(text)

/** Whether a line is as it was written; false when it has no sum. */
export const agrees = (line: string): boolean => line.endsWith(sumOf(line.slice(0, -LINE_SUM_BLANKS)))

/** Whether blanks are the sum of a text. */
export const hasSumOf = (text: string, blanks: string): boolean => sumOf(text) === blanks
