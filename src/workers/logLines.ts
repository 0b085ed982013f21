import type { LogFault } from "../domain/log/reader.ts"
import { LOG_FILE_MAX_BYTES, LOG_LINE_MAX_BYTES } from "../domain/values/limits.ts"

/** What is wrong with a file before its lines are read as a log. */
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

const NEW_LINE = 0x0a
const GZIP_MAGIC = [0x1f, 0x8b] as const

type Bytes = Uint8Array<ArrayBuffer>

const isPacked = async (file: Blob): Promise<boolean> => {
  const start = new Uint8Array(await file.slice(0, GZIP_MAGIC.length).arrayBuffer())
  return GZIP_MAGIC.every((byte, place) => start[place] === byte)
}

/** The bytes of a file, unpacked when it is gzip; memory holds one chunk, whatever it unpacks to. */
const chunksOf = async function* (file: Blob, told: (read: number) => void): AsyncGenerator<Bytes> {
  if (file.size > LOG_FILE_MAX_BYTES) throw new FileProblem(1, "tooLarge", "the file is larger than 1 GiB")
  let taken = 0
  const counted = file.stream().pipeThrough(
    new TransformStream<Bytes, Bytes>({
      transform: (chunk, controller) => {
        taken += chunk.length
        controller.enqueue(chunk)
      },
    }),
  )
  const source = (await isPacked(file)) ? counted.pipeThrough(new DecompressionStream("gzip")) : counted
  const reader = source.getReader()
  let read = 0
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      read += value.length
      if (read > LOG_FILE_MAX_BYTES) throw new FileProblem(1, "tooLarge", "the file unpacks to more than 1 GiB")
      told(taken / Math.max(1, file.size))
      yield value
    }
  } finally {
    reader.cancel().catch(() => undefined)
  }
}

const joined = (parts: readonly Bytes[], length: number): Bytes => {
  const [only] = parts
  if (parts.length === 1 && only !== undefined) return only
  const whole = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/**
 * The lines of a file, without their ends, as strict UTF-8; `told` hears which share was read. What is wrong is thrown as
 * a `FileProblem` that names the line.
 */
export const linesOf = async function* (file: Blob, told: (share: number) => void): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })
  let [parts, length, line]: [Bytes[], number, number] = [[], 0, 1]
  const take = (): string => {
    const whole = joined(parts, length)
    ;[parts, length] = [[], 0]
    try {
      return decoder.decode(whole)
    } catch {
      throw new FileProblem(line, "unreadable", "the line is not UTF-8")
    }
  }
  try {
    for await (const chunk of chunksOf(file, told)) {
      for (let start = 0; start < chunk.length; ) {
        const end = chunk.indexOf(NEW_LINE, start)
        const part = chunk.slice(start, end < 0 ? chunk.length : end)
        parts.push(part)
        length += part.length
        if (length > LOG_LINE_MAX_BYTES) throw new FileProblem(line, "tooLong", "the line is too long")
        if (end < 0) break
        yield take()
        line += 1
        start = end + 1
      }
    }
  } catch (error) {
    if (error instanceof FileProblem) throw error
    const why = error instanceof Error ? error.message : ""
    throw new FileProblem(line, "notUnpacked", `the file cannot be unpacked or read: ${why}`)
  }
  if (length > 0) throw new FileProblem(line, "cutOff", "the file is cut off inside this line")
}
