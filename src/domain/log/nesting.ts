import { LOG_DEPTH_MAX, LOG_LISTS_MAX } from "../values/limits.ts"

/** How deep a line of a log may nest, because what folds and hashes a value goes down level by level; and how much it may hold. */

/** Whether a text opens at most so many brackets: an empty list is two letters of JSON, and in memory twenty times as long. */
const opensAtMost = (text: string, most: number): boolean => {
  let opened = 0
  for (const bracket of "[{")
    for (let at = text.indexOf(bracket); at >= 0; at = text.indexOf(bracket, at + 1)) if (++opened > most) return false
  return true
}

/** Whether a line holds few enough lists and objects to be read as JSON. */
export const isReadable = (line: string): boolean => line.length <= LOG_LISTS_MAX || opensAtMost(line, LOG_LISTS_MAX)

/** Whether a value nests at most so many levels. */
export const isWithin = (value: unknown, levels = LOG_DEPTH_MAX): boolean => {
  if (typeof value !== "object" || value === null) return true
  if (levels === 0) return false
  for (const item of Object.values(value)) if (!isWithin(item, levels - 1)) return false
  return true
}

/** Whether the text of a payload is too short, or opens too few levels, to nest too deep: then it need not be walked. */
export const isShallow = (payload: string): boolean => {
  // A level takes an opening and a closing bracket, and the event around the payload is one.
  if (payload.length < 2 * LOG_DEPTH_MAX) return true
  return opensAtMost(payload, LOG_DEPTH_MAX - 1)
}
