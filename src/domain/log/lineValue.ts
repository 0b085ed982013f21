import { LOG_LINE_MAX_BYTES } from "../values/limits.ts"
import { invalid, type Parsed, valid } from "../values/parsed.ts"
import { isReadable, isWithin } from "./nesting.ts"
import { EMPTY_LINE, isBlank, LAID_OUT, LINE_ENDS, type Resaving } from "./resaved.ts"

const CARRIAGE_RETURN = 0x0d

/** Matches the first line of a JSON value that was laid out over several lines. */
const LONE_BRACKET = /^\s*[[{]\s*$/
const unreadable = (problem: string) => invalid<Resaving>({ fault: "unreadable", problem })

/** Parses a line of a log into its object, or returns the fault of the line. */
export const lineValue = (text: string): Parsed<object, Resaving> => {
  if (text.length > LOG_LINE_MAX_BYTES) return invalid({ fault: "tooLong", problem: "the line is too long" })
  if (!isReadable(text)) return invalid({ fault: "tooLong", problem: "the line holds too many lists and objects" })
  if (text.charCodeAt(text.length - 1) === CARRIAGE_RETURN) return invalid(LINE_ENDS)
  try {
    const value: unknown = JSON.parse(text)
    if (!isWithin(value)) return unreadable("the line is nested too deeply")
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? valid(value)
      : unreadable("the line is not a JSON object")
  } catch {
    if (isBlank(text)) return invalid(EMPTY_LINE)
    return LONE_BRACKET.test(text) ? invalid(LAID_OUT) : unreadable("the line is not JSON")
  }
}
