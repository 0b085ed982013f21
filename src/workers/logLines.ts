import type { LogFault } from "../domain/log/faults.ts"
import { LineCutter, type LinePart } from "../domain/log/lines.ts"
import { LOG_FILE_MAX_BYTES, LOG_PART_BYTES } from "../domain/values/limits.ts"
import { bytesOf, unpacked } from "./gzip.ts"

/** A fault of a file that shows before its lines are read as a log. */
export class FileProblem extends Error {
  override readonly name = "FileProblem"
  /** From 1. */
  readonly line: number
  readonly fault: LogFault
  constructor(line: number, fault: LogFault, problem: string) {
    super(problem)
    this.line = line
    this.fault = fault
  }
}

const GZIP_MAGIC = [0x1f, 0x8b] as const

type Bytes = Uint8Array<ArrayBuffer>

const isPacked = async (file: Blob): Promise<boolean> => {
  const start = new Uint8Array(await file.slice(0, GZIP_MAGIC.length).arrayBuffer())
  return GZIP_MAGIC.every((byte, place) => start[place] === byte)
}

/** The bytes of a file as they are read; calls `onShare` with the share that was read. */
const readChunks = async function* (file: Blob, onShare: (share: number) => void): AsyncGenerator<Bytes> {
  let taken = 0
  for await (const chunk of bytesOf(file.stream())) {
    taken += chunk.length
    yield chunk
    onShare(taken / file.size)
  }
}

/** The bytes of a file in parts, unpacked when it is gzip. Memory holds one chunk, whatever the unpacked size. */
const partsOf = async function* (file: Blob, onShare: (share: number) => void): AsyncGenerator<Bytes> {
  if (file.size > LOG_FILE_MAX_BYTES) throw new FileProblem(1, "tooLarge", "the file is larger than 1 GiB")
  const chunks = readChunks(file, onShare)
  let read = 0
  for await (const chunk of (await isPacked(file)) ? unpacked(chunks) : chunks) {
    read += chunk.length
    if (read > LOG_FILE_MAX_BYTES) throw new FileProblem(1, "tooLarge", "the file unpacks to more than 1 GiB")
    for (let at = 0; at < chunk.length; at += LOG_PART_BYTES) yield chunk.subarray(at, at + LOG_PART_BYTES)
  }
}

/**
 * The lines of a file in parts, without their ends, as strict UTF-8; calls `onShare` with the share that was read.
 * Throws a `FileProblem` that names the line. The caller must take a part completely before the next one.
 */
export const lineParts = async function* (file: Blob, onShare: (share: number) => void): AsyncGenerator<LinePart> {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })
  const cutter = new LineCutter({
    decode: (bytes) => decoder.decode(bytes),
    problem: (line, fault, problem) => new FileProblem(line, fault, problem),
  })
  try {
    for await (const part of partsOf(file, onShare)) yield* cutter.take(part)
    yield* cutter.end()
  } catch (error) {
    if (error instanceof FileProblem) throw error
    const why = error instanceof Error ? error.message : ""
    throw new FileProblem(cutter.line, "notUnpacked", `the file cannot be unpacked or read: ${why}`)
  }
}
