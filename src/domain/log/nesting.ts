import { LOG_DEPTH_MAX, LOG_LISTS_MAX } from "../values/limits.ts"

/**
 * Limits on the nesting of a log line, because folding and hashing a value recurse, and on the number of its lists and
 * objects.
 */

/**
 * True when a text opens at most `most` brackets. An empty list takes two letters in JSON and twenty times as much in
 * memory.
 */
const opensAtMost = (text: string, most: number): boolean => {
  let opened = 0
  for (const bracket of "[{")
    for (let at = text.indexOf(bracket); at >= 0; at = text.indexOf(bracket, at + 1)) if (++opened > most) return false
  return true
}

/** True when a line holds few enough lists and objects to be parsed as JSON. */
export const isReadable = (line: string): boolean => line.length <= LOG_LISTS_MAX || opensAtMost(line, LOG_LISTS_MAX)

/** True when a value nests at most so many levels. */
export const isWithin = (value: unknown, levels = LOG_DEPTH_MAX): boolean => {
  if (typeof value !== "object" || value === null) return true
  if (levels === 0) return false
  for (const item of Object.values(value)) if (!isWithin(item, levels - 1)) return false
  return true
}

/**
 * True when the text of a payload is too short, or opens too few brackets, to nest too deep. Then the value need not be
 * checked.
 */
export const isShallow = (payload: string): boolean => {
  // A level takes an opening and a closing bracket, and the event around the payload is one level.
  if (payload.length < 2 * LOG_DEPTH_MAX) return true
  return opensAtMost(payload, LOG_DEPTH_MAX - 1)
}
