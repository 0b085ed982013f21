import { closeSync, createReadStream, fstatSync, openSync, readSync, statSync } from "node:fs"
import { pipeline, type Readable } from "node:stream"
import { createGunzip } from "node:zlib"
import { LineCutter, type LinePart } from "../../src/domain/log/lines.ts"
import { LOG_FILE_MAX_BYTES } from "../../src/domain/values/limits.ts"
import { asLine, BadUse, CommandFailed } from "./flags.ts"

const GZIP_MAGIC = [0x1f, 0x8b] as const
/** Bytes that are read at once: a call for every few hundred lines takes longer than they do. */
const READ_BYTES = 512 * 1024
/** Bytes that become text at once: a text this long dies young, and one of all bytes read would be promoted again and again. */
const PART_BYTES = 64 * 1024

/** What is wrong with a log: on which line (from 1), or null where nobody has counted lines. */
export class BadLog extends CommandFailed {
  readonly line: number | null
  readonly problem: string

  constructor(file: string, line: number | null, problem: string) {
    super(`${file}: ${line === null ? "" : `line ${line}: `}${problem}`)
    this.line = line
    this.problem = problem
  }
}

/**
 * Opens a file; one that is not there, cannot be read or is no regular file is bad use: there is no log to speak of. A
 * pipe or a device is not even opened, because it may never end.
 */
const open = (file: string): { readonly fd: number; readonly size: number } => {
  let fd: number | undefined
  try {
    if (!statSync(file).isFile()) throw new Error("not a regular file")
    fd = openSync(file, "r")
    const { size } = fstatSync(fd)
    return { fd, size }
  } catch (error) {
    if (fd !== undefined) closeSync(fd)
    throw new BadUse(`cannot read ${file}: ${asLine(error)}`)
  }
}

/** Refuses a file that is no log of any kind, before anything is done for it. */
export const refuseNoFile = (file: string): void => closeSync(open(file).fd)

const isPacked = (fd: number): boolean => {
  const start = Buffer.alloc(GZIP_MAGIC.length)
  readSync(fd, start, 0, start.length, 0)
  return start[0] === GZIP_MAGIC[0] && start[1] === GZIP_MAGIC[1]
}

/** The bytes of a log file, unpacked when it is gzip, chunk by chunk and no more than the limit. */
const readBytes = async function* (file: string): AsyncGenerator<Buffer<ArrayBuffer>> {
  const { fd, size } = open(file)
  const source = createReadStream(file, { fd, start: 0, highWaterMark: READ_BYTES })
  const packed = isPacked(fd)
  const bytes: Readable = packed ? pipeline(source, createGunzip(), () => {}) : source
  let read = 0
  try {
    if (size > LOG_FILE_MAX_BYTES) throw new BadLog(file, null, "it is larger than 1 GiB")
    for await (const chunk of bytes) {
      read += chunk.length
      if (read > LOG_FILE_MAX_BYTES) throw new BadLog(file, null, "it unpacks to more than 1 GiB")
      yield chunk
    }
  } catch (error) {
    if (error instanceof BadLog) throw error
    throw new BadLog(file, null, `cannot be ${packed ? "unpacked" : "read"}: ${asLine(error)}`)
  } finally {
    bytes.destroy()
    source.destroy()
  }
}

const partsOf = function* (chunk: Buffer<ArrayBuffer>): Generator<Buffer<ArrayBuffer>> {
  for (let at = 0; at < chunk.length; at += PART_BYTES) yield chunk.subarray(at, at + PART_BYTES)
}

/**
 * The lines of a log file by parts, without their ends. A last line without an end, a line beyond the limit, or bytes
 * that are no UTF-8 are errors that name the line. A part must be taken whole before the next one is asked for.
 */
export const readLineParts = async function* (file: string): AsyncGenerator<LinePart> {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })
  const cutter = new LineCutter({
    decode: (bytes) => decoder.decode(bytes),
    problem: (line, _fault, problem) => new BadLog(file, line, problem),
  })
  try {
    for await (const chunk of readBytes(file)) for (const part of partsOf(chunk)) yield* cutter.take(part)
    cutter.end()
  } catch (error) {
    /* What breaks below the lines breaks somewhere too: a person looks for it from the last line that was whole. */
    throw error instanceof BadLog && error.line === null ? new BadLog(file, cutter.line, error.problem) : error
  }
}

export const readLines = async function* (file: string): AsyncGenerator<string> {
  for await (const { lines } of readLineParts(file)) yield* lines
}
