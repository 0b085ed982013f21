import { closeSync, createReadStream, fstatSync, openSync, read, readSync, statSync } from "node:fs"
import { pipeline } from "node:stream"
import { promisify } from "node:util"
import { createGunzip } from "node:zlib"
import { LineCutter, type LinePart } from "../../src/domain/log/lines.ts"
import { LOG_FILE_MAX_BYTES, LOG_PART_BYTES } from "../../src/domain/values/limits.ts"
import { asLine, BadUse, CommandFailed } from "./flags.ts"

type Bytes = Buffer<ArrayBuffer>

const GZIP_MAGIC = [0x1f, 0x8b] as const
/** Bytes of one read. A read for every few hundred lines would take longer than the lines. */
const READ_BYTES = 512 * 1024

/** The fault of a log and its line (from 1). Null where lines were not counted. */
export class BadLog extends CommandFailed {
  readonly file: string
  readonly line: number | null
  readonly problem: string

  constructor(file: string, line: number | null, problem: string) {
    super(`${file}: ${line === null ? "" : `line ${line}: `}${problem}`)
    this.file = file
    this.line = line
    this.problem = problem
  }
}

/**
 * Opens a file. A file that is missing, unreadable or not regular is bad use, because there is no log. A pipe or a
 * device is not even opened: it may never end.
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

/** Refuses a path that is no log file, before any other work. */
export const refuseNoFile = (file: string): void => closeSync(open(file).fd)

const isPacked = (fd: number): boolean => {
  const start = Buffer.alloc(GZIP_MAGIC.length)
  readSync(fd, start, 0, start.length, 0)
  return start[0] === GZIP_MAGIC[0] && start[1] === GZIP_MAGIC[1]
}

const readInto = promisify(read)

/**
 * The bytes of an open file. While the caller uses a chunk, the next one is read into the other of two buffers, so a
 * chunk is valid until the caller asks for the next. A stream would make a buffer for each, which takes twice as long
 * as reading and cutting into lines.
 */
const plainBytes = async function* (fd: number): AsyncGenerator<Bytes> {
  let [free, taken] = [Buffer.alloc(READ_BYTES), Buffer.alloc(READ_BYTES)]
  let at = 0
  const next = async (): Promise<Bytes> => {
    ;[free, taken] = [taken, free]
    const { bytesRead } = await readInto(fd, taken, 0, READ_BYTES, at)
    at += bytesRead
    return taken.subarray(0, bytesRead)
  }
  let coming = next()
  try {
    for (let chunk = await coming; chunk.length > 0; chunk = await coming) {
      coming = next()
      // The caller may take long over the chunk. It gets the error when it asks for the next one.
      coming.catch(() => undefined)
      yield chunk
    }
  } finally {
    // The file may close only after the pending read.
    await coming.catch(() => undefined)
    closeSync(fd)
  }
}

/** Node stops at the first zero after the packed data. Zeros may fill a block; anything else is an error. */
const refuseRest = async (file: string, from: number): Promise<void> => {
  for await (const rest of createReadStream(file, { start: from, highWaterMark: READ_BYTES }))
    if (Buffer.from(rest).some((byte) => byte !== 0)) throw new Error("something follows the packed data")
}

const unpackedBytes = async function* (file: string, fd: number): AsyncGenerator<Bytes> {
  const source = createReadStream(file, { fd, start: 0, highWaterMark: READ_BYTES })
  const gunzip = createGunzip()
  const bytes = pipeline(source, gunzip, () => {})
  try {
    for await (const chunk of bytes) yield chunk
    await refuseRest(file, gunzip.bytesWritten)
  } finally {
    bytes.destroy()
    source.destroy()
  }
}

/** The bytes of a log file, chunk by chunk, unpacked when it is gzip, and up to the limit. */
const readBytes = async function* (file: string): AsyncGenerator<Bytes> {
  const { fd, size } = open(file)
  const packed = isPacked(fd)
  if (size > LOG_FILE_MAX_BYTES) {
    closeSync(fd)
    throw new BadLog(file, null, "it is larger than 1 GiB")
  }
  let read = 0
  try {
    for await (const chunk of packed ? unpackedBytes(file, fd) : plainBytes(fd)) {
      read += chunk.length
      if (read > LOG_FILE_MAX_BYTES) throw new BadLog(file, null, "it unpacks to more than 1 GiB")
      yield chunk
    }
  } catch (error) {
    if (error instanceof BadLog) throw error
    throw new BadLog(file, null, `cannot be ${packed ? "unpacked" : "read"}: ${asLine(error)}`)
  }
}

/*
 * A short text dies young in the garbage collector. The text of all bytes of a read would be promoted again and again.
 */
const partsOf = function* (chunk: Bytes): Generator<Bytes> {
  for (let at = 0; at < chunk.length; at += LOG_PART_BYTES) yield chunk.subarray(at, at + LOG_PART_BYTES)
}

/**
 * The lines of a log file by parts, without their ends. A last line without an end, a line beyond the limit, and bytes
 * that are no UTF-8 are errors that name the line. The caller must read a part whole before it asks for the next one.
 */
export const readLineParts = async function* (file: string): AsyncGenerator<LinePart> {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })
  const cutter = new LineCutter({
    decode: (bytes) => decoder.decode(bytes),
    problem: (line, _fault, problem) => new BadLog(file, line, problem),
  })
  try {
    for await (const chunk of readBytes(file)) for (const part of partsOf(chunk)) yield* cutter.take(part)
    yield* cutter.end()
  } catch (error) {
    /* An error below the lines also needs a line: the last whole one, where a person starts to look. */
    throw error instanceof BadLog && error.line === null ? new BadLog(file, cutter.line, error.problem) : error
  }
}

export const readLines = async function* (file: string): AsyncGenerator<string> {
  for await (const { lines } of readLineParts(file)) yield* lines
}
