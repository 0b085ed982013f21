import type { StoredEvent } from "../event/event.ts"
import { summed } from "./lineSum.ts"
import { isShallow } from "./nesting.ts"

/** Writes an event as a line of a file, and reads it back. */

/** The fields of an event in the order of the format, followed by the checksum of the line. */
export const eventLine = ({ seq, id, type, v, at, account, tab, cause, payload }: StoredEvent): string =>
  summed(JSON.stringify({ seq, id, type, v, at, account, tab, cause, payload }))

/* Only as many digits as a number keeps exactly, and only text that JSON writes without escapes. */
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
 * Reads a line in the form that `eventLine` writes; the result equals that of JSON. Null for any other line, and for
 * one that may nest too deep. Only the payload is parsed as JSON: a JSON parser interns each short text, and the ids of
 * events make that table as long as the log.
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
    // No JSON, or more fields than an event has. The caller parses the line as JSON to find out.
    return null
  }
}
