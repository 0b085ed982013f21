import { LOG_LINE_MAX_BYTES } from "../values/limits.ts"
import type { LogFault } from "./reader.ts"

type Bytes = Uint8Array<ArrayBuffer>

const NEW_LINE = 0x0a

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
  *take(chunk: Bytes): Generator<string, void, undefined> {
    const last = chunk.lastIndexOf(NEW_LINE)
    const first = last < 0 ? chunk.length : chunk.indexOf(NEW_LINE)
    if (this.#length + first > LOG_LINE_MAX_BYTES) throw this.#problem("tooLong", "the line is too long")
    if (last < 0) {
      this.#keep(chunk)
      return
    }
    this.#keep(chunk.subarray(0, last))
    const whole = this.#joined()
    if (last + 1 < chunk.length) this.#keep(chunk.slice(last + 1))
    for (const text of this.#decoded(whole)) {
      yield text
      this.line += 1
    }
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

  /** One by one when they are not UTF-8 together, so that the lines before the bad one are still read. */
  #decoded(whole: Bytes): Iterable<string> {
    try {
      return this.#means.decode(whole).split("\n")
    } catch {
      return this.#oneByOne(whole)
    }
  }

  *#oneByOne(whole: Bytes): Generator<string, void, undefined> {
    for (let start = 0; start <= whole.length; ) {
      const end = whole.indexOf(NEW_LINE, start)
      const bytes = whole.subarray(start, end < 0 ? whole.length : end)
      let text: string
      try {
        text = this.#means.decode(bytes)
      } catch {
        throw this.#problem("unreadable", "not UTF-8")
      }
      yield text
      if (end < 0) return
      start = end + 1
    }
  }
}
