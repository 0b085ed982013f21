import type { StoredEvent } from "../event/event.ts"
import { summed } from "./lineSum.ts"
import { isShallow } from "./nesting.ts"

/** An event as a line of a file, there and back. */

/** The fields of an event in the order of the format, and behind them the sum of its line. */
export const eventLine = ({ seq, id, type, v, at, account, tab, cause, payload }: StoredEvent): string =>
  summed(JSON.stringify({ seq, id, type, v, at, account, tab, cause, payload }))

/* No more digits than a number keeps, and only text that JSON writes as it is. */
const NUMBER = String.raw`([1-9]\d{0,14})`
const PLAIN = String.raw`[^"\\\x00-\x1f]*`
const TEXT = `"(${PLAIN})"`
const TEXT_OR_NULL = `(null|"${PLAIN}")`

const WRITTEN = new RegExp(
  `^\\{"seq":${NUMBER},"id":${TEXT},"type":${TEXT},"v":${NUMBER},"at":${NUMBER},"account":${TEXT_OR_NULL},` +
    `"tab":${TEXT},"cause":${TEXT_OR_NULL},"payload":(.*)\\}[ \\t]*$`,
)

const textOrNull = (written: string): string | null => (written === "null" ? null : written.slice(1, -1))

/**
 * The event of a line that looks as `eventLine` writes them: what JSON makes of that line. Null for any other line, be it JSON or
 * not, and for one that may nest too deep. Only the payload is read as JSON, because a reader of JSON looks each short text up in a
 * table, and the names of events make that table as long as the log.
 */
export const writtenEvent = (line: string): StoredEvent | null => {
  const found = WRITTEN.exec(line)
  if (found === null) return null
  const [, seq, id = "", type = "", v, at, account = "", tab = "", cause = "", payload = ""] = found
  if (!isShallow(payload)) return null
  try {
    return {
      seq: Number(seq),
      id,
      type,
      v: Number(v),
      at: Number(at),
      account: textOrNull(account),
      tab,
      cause: textOrNull(cause),
      payload: JSON.parse(payload),
    }
  } catch {
    // No JSON, or more fields than those of an event: JSON shows which.
    return null
  }
}
