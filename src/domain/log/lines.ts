import { LOG_LINE_MAX_BYTES } from "../values/limits.ts"
import type { LogFault } from "./faults.ts"

type Bytes = Uint8Array<ArrayBuffer>

const NEW_LINE = 0x0a

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
 * Cuts the bytes of a file into lines, without their ends. All lines of a chunk are decoded at once, because a call for
 * each takes longer than the reading. Memory holds one chunk, and the beginning of a line that goes on.
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
    const last = chunk.lastIndexOf(NEW_LINE)
    const first = last < 0 ? chunk.length : chunk.indexOf(NEW_LINE)
    if (this.#length + first > LOG_LINE_MAX_BYTES) throw this.#problem("tooLong", "the line is too long")
    if (last < 0) {
      this.#keep(chunk)
      return
    }
    this.#keep(chunk.subarray(0, last + 1))
    const whole = this.#joined()
    if (last + 1 < chunk.length) this.#keep(chunk.slice(last + 1))
    const text = this.#decoded(whole)
    yield this.#part(text ?? this.#readable(whole))
    if (text === null) throw this.#problem("unreadable", "not UTF-8")
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

  #keep(bytes: Bytes): void {
    this.#kept.push(bytes)
    this.#length += bytes.length
  }

  #joined(): Bytes {
    const [only] = this.#kept
    const whole = this.#kept.length === 1 && only !== undefined ? only : new Uint8Array(this.#length)
    if (whole !== only) {
      let at = 0
      for (const part of this.#kept) {
        whole.set(part, at)
        at += part.length
      }
    }
    this.#kept = []
    this.#length = 0
    return whole
  }

  #part(text: string): LinePart {
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
