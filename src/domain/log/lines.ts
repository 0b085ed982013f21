import { LOG_LINE_MAX_BYTES } from "../values/limits.ts"
import type { LogFault } from "./faults.ts"

type Bytes = Uint8Array<ArrayBuffer>

const NEW_LINE = 0x0a
/** Some editors put it before the first line of what they save; it is no part of that line. */
const BYTE_ORDER_MARK = "\ufeff"

/** Some lines that follow one another: as one text, each with its end, and one by one, without their ends. */
export interface LinePart {
  readonly text: string
  readonly lines: readonly string[]
}

/** The lines of a file as they come. */
export type LineParts = AsyncIterable<LinePart>

interface Means {
  /** Strict UTF-8: throws on anything else. */
  readonly decode: (bytes: Bytes) => string
  /** The error to throw for a line, counted from 1. */
  readonly problem: (line: number, fault: LogFault, problem: string) => Error
}

/**
 * Cuts the bytes of a file into lines, without their ends. All lines that lie whole in a chunk are decoded at once, where they
 * stand: a call for each, or a copy of the chunk, takes longer than the reading. Memory holds one chunk, and a copy of the
 * beginning of a line that goes on, so that the bytes of a chunk may be written over afterwards.
 */
export class LineCutter {
  readonly #means: Means
  #kept: Bytes[] = []
  #length = 0
  /** The line that comes next, from 1. */
  line = 1

  constructor(means: Means) {
    this.#means = means
  }

  /** The lines that end in a chunk; all of them must be taken before the next chunk is given. */
  *take(chunk: Bytes): Generator<LinePart, void, undefined> {
    const first = chunk.indexOf(NEW_LINE)
    if (this.#length + (first < 0 ? chunk.length : first) > LOG_LINE_MAX_BYTES)
      throw this.#problem("tooLong", "the line is too long")
    if (first < 0) {
      this.#keep(chunk)
      return
    }
    const begun = this.#length > 0
    if (begun) {
      this.#keep(chunk.subarray(0, first + 1))
      yield* this.#whole(this.#joined())
    }
    const [from, to] = [begun ? first + 1 : 0, chunk.lastIndexOf(NEW_LINE) + 1]
    if (from < to) yield* this.#whole(chunk.subarray(from, to))
    if (to < chunk.length) this.#keep(chunk.subarray(to))
  }

  /** To be called after the last chunk. */
  end(): void {
    if (this.#length === 0) return
    if (this.line === 1) throw this.#problem("foreign", "not a Sightline log: it has no whole line")
    throw this.#problem("cutOff", "the file is cut off inside this line")
  }

  #problem(fault: LogFault, problem: string): Error {
    return this.#means.problem(this.line, fault, problem)
  }

  /** Some whole lines; of those that are not UTF-8, the lines before the first one that is not. */
  *#whole(bytes: Bytes): Generator<LinePart, void, undefined> {
    const text = this.#decoded(bytes)
    yield this.#part(text ?? this.#readable(bytes))
    if (text !== null) return
    /* A picture or an archive is no damaged log: it is none. */
    throw this.line === 1
      ? this.#problem("foreign", "not a Sightline log: not UTF-8")
      : this.#problem("unreadable", "not UTF-8")
  }

  #keep(bytes: Bytes): void {
    this.#kept.push(new Uint8Array(bytes))
    this.#length += bytes.length
  }

  #joined(): Bytes {
    const whole = new Uint8Array(this.#length)
    let at = 0
    for (const part of this.#kept) {
      whole.set(part, at)
      at += part.length
    }
    this.#kept = []
    this.#length = 0
    return whole
  }

  #part(read: string): LinePart {
    const text = this.line === 1 && read.startsWith(BYTE_ORDER_MARK) ? read.slice(BYTE_ORDER_MARK.length) : read
    const lines = text.split("\n")
    lines.pop()
    this.line += lines.length
    return { text, lines }
  }

  /** Null when they are not UTF-8. */
  #decoded(bytes: Bytes): string | null {
    try {
      return this.#means.decode(bytes)
    } catch {
      return null
    }
  }

  /** The lines before the one that is not UTF-8, so that they are still read. */
  #readable(whole: Bytes): string {
    let text = ""
    for (let start = 0; start < whole.length; ) {
      const end = whole.indexOf(NEW_LINE, start) + 1
      const line = this.#decoded(whole.subarray(start, end))
      if (line === null) return text
      text += line
      start = end
    }
    return text
  }
}
