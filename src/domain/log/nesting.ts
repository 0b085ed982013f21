import { LOG_DEPTH_MAX } from "../values/limits.ts"

/** How deep a line of a log may nest: what folds and hashes a value goes down level by level. */

/** Whether a value nests at most so many levels. */
export const isWithin = (value: unknown, levels = LOG_DEPTH_MAX): boolean => {
  if (typeof value !== "object" || value === null) return true
  if (levels === 0) return false
  for (const item of Object.values(value)) if (!isWithin(item, levels - 1)) return false
  return true
}

/** Whether the text of a payload is too short, or opens too few levels, to nest too deep: then nobody need walk through it. */
export const isShallow = (payload: string): boolean => {
  // A level takes an opening and a closing bracket, and the event around the payload is one.
  if (payload.length < 2 * LOG_DEPTH_MAX) return true
  let opened = 1
  for (const bracket of "[{")
    for (let at = payload.indexOf(bracket); at >= 0; at = payload.indexOf(bracket, at + 1))
      if (++opened > LOG_DEPTH_MAX) return false
  return true
}
