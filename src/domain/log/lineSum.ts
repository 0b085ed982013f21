import { fnv1a } from "../values/spread.ts"

/**
 * Each line that an export writes, its checkpoints apart, ends with a short sum of itself, so that an altered one can be
 * named. A sum proves nothing: whether a file is whole is told by its checkpoints, and a file without sums is as good.
 */

const BEGIN = ',"sum":"'
const DIGITS = 8
const END = '"}'
const LENGTH = BEGIN.length + DIGITS + END.length

const endOf = (text: string): string => `${BEGIN}${fnv1a(text).toString(16).padStart(DIGITS, "0")}${END}`

/** The text of a JSON object with one more field, its sum. */
export const summed = (text: string): string => `${text.slice(0, -1)}${endOf(text)}`

/** Whether a line is as it was written; no when it has no sum. */
export const agrees = (line: string): boolean => line.endsWith(endOf(`${line.slice(0, -LENGTH)}}`))
