import { readFileSync, statSync } from "node:fs"
import { gunzipSync } from "node:zlib"
import { LOG_FILE_MAX_BYTES } from "../../src/domain/values/limits.ts"
import { asLine, BadUse, CommandFailed } from "./flags.ts"

const GZIP_MAGIC = [0x1f, 0x8b] as const
const NEW_LINE = 0x0a

/** What is wrong with a log: on which line (from 1), or null when it is the file as a whole. */
export class BadLog extends CommandFailed {
  readonly line: number | null
  readonly problem: string

  constructor(file: string, line: number | null, problem: string) {
    super(`${file}: ${line === null ? "" : `line ${line}: `}${problem}`)
    this.line = line
    this.problem = problem
  }
}

/** A file that is not there or cannot be read is bad use: there is no log to speak of. */
const open = (file: string): { readonly size: number; readonly read: () => Buffer } => {
  const orBadUse = <Value>(look: () => Value): Value => {
    try {
      return look()
    } catch (error) {
      throw new BadUse(`cannot read ${file}: ${asLine(error)}`)
    }
  }
  return { size: orBadUse(() => statSync(file).size), read: () => orBadUse(() => readFileSync(file)) }
}

/** The bytes of a log file, unpacked when it is gzip. Every problem is one line that names the file. */
const readBytes = (file: string): Buffer => {
  const { size, read } = open(file)
  if (size > LOG_FILE_MAX_BYTES) throw new BadLog(file, null, "it is larger than 1 GiB")
  const bytes = read()
  if (bytes[0] !== GZIP_MAGIC[0] || bytes[1] !== GZIP_MAGIC[1]) return bytes
  try {
    return gunzipSync(bytes, { maxOutputLength: LOG_FILE_MAX_BYTES })
  } catch (error) {
    throw new BadLog(file, null, `cannot be unpacked: ${asLine(error)}`)
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
    if (end < 0) throw new BadLog(file, line, "the file is cut off inside this line")
    let text: string
    try {
      text = decoder.decode(bytes.subarray(start, end))
    } catch {
      throw new BadLog(file, line, "not UTF-8")
    }
    yield text
    start = end + 1
  }
}
