import { readFileSync, statSync } from "node:fs"
import { gunzipSync } from "node:zlib"
import { LOG_FILE_MAX_BYTES } from "../../src/domain/values/limits.ts"
import { asLine, CommandFailed } from "./flags.ts"

const GZIP_MAGIC = [0x1f, 0x8b] as const
const NEW_LINE = 0x0a

/** The bytes of a log file, unpacked when it is gzip. Every problem is one line that names the file. */
const readBytes = (file: string): Buffer => {
  try {
    if (statSync(file).size > LOG_FILE_MAX_BYTES) throw new CommandFailed("is larger than 1 GiB")
    const bytes = readFileSync(file)
    const packed = bytes[0] === GZIP_MAGIC[0] && bytes[1] === GZIP_MAGIC[1]
    return packed ? gunzipSync(bytes, { maxOutputLength: LOG_FILE_MAX_BYTES }) : bytes
  } catch (error) {
    throw new CommandFailed(`${file}: ${asLine(error)}`)
  }
}

/**
 * The lines of a log file, without their ends, decoded one by one as strict UTF-8. A last line without an end, or bytes
 * that are no UTF-8, are errors that name the line.
 */
export const readLines = function* (file: string): Generator<string> {
  const bytes = readBytes(file)
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })
  let start = 0
  for (let line = 1; start < bytes.length; line += 1) {
    const end = bytes.indexOf(NEW_LINE, start)
    if (end < 0) throw new CommandFailed(`${file}: line ${line}: the file is cut off inside this line`)
    let text: string
    try {
      text = decoder.decode(bytes.subarray(start, end))
    } catch {
      throw new CommandFailed(`${file}: line ${line}: not UTF-8`)
    }
    yield text
    start = end + 1
  }
}
