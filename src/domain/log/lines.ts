import { LOG_LINE_MAX_BYTES, LOG_START_BYTES } from "../values/limits.ts"
import type { LogFault } from "./faults.ts"
import { resavedStart } from "./resaved.ts"

type Bytes = Uint8Array<ArrayBuffer>

const NEW_LINE = 0x0a

/** Some lines that follow one another: as one text, each with its end, and one by one, without their ends. */
export interface LinePart {
  readonly text: string
  readonly lines: readonly string[]
  /** Set for a last line that has no end in the file: it is whole, or the file is cut off inside it. */
  readonly isOpen?: true
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
 * are: a call for each, or a copy of the chunk, takes longer than the reading. Memory holds one chunk, and a copy of the
 * beginning of a line that goes on, so that the bytes of a chunk may be written over afterwards.
 */
export class LineCutter {
  readonly #means: Means
  /** The beginning of a line that goes on: the first `#length` bytes. It grows by doubling, however small the chunks are. */
  #kept: Bytes = new Uint8Array(0)
  /** Whether the start of the file has been looked at: until then all bytes are kept. */
  #isBegun = false
  #length = 0
  /** The line that comes next, from 1. */
  line = 1

  constructor(means: Means) {
    this.#means = means
  }

  /** The lines that end in a chunk; all of them must be taken before the next chunk is given. */
  *take(chunk: Bytes): Generator<LinePart, void, undefined> {
    if (this.#isBegun) {
      yield* this.#cut(chunk)
      return
    }
    this.#keep(chunk)
    if (this.#length >= LOG_START_BYTES) yield* this.#begin()
  }

  /** To be called after the last chunk: gives what was kept, and a last line that has no end. */
  *end(): Generator<LinePart, void, undefined> {
    if (!this.#isBegun) yield* this.#begin()
    if (this.#length === 0) return
    const text = this.#decoded(this.#joined())
    if (text === null) throw this.#notUtf8("cutOff", "the file is cut off inside this line")
    yield { text: `${text}\n`, lines: [text], isOpen: true }
  }

  *#begin(): Generator<LinePart, void, undefined> {
    this.#isBegun = true
    const kept = this.#joined()
    const resaved = resavedStart(kept.subarray(0, LOG_START_BYTES))
    if (resaved !== null) throw this.#problem(resaved.fault, resaved.problem)
    yield* this.#cut(kept)
  }

  *#cut(chunk: Bytes): Generator<LinePart, void, undefined> {
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

  #problem(fault: LogFault, problem: string): Error {
    return this.#means.problem(this.line, fault, problem)
  }

  /** Some whole lines; of those that are not UTF-8, the lines before the first one that is not. */
  *#whole(bytes: Bytes): Generator<LinePart, void, undefined> {
    const text = this.#decoded(bytes)
    yield this.#part(text ?? this.#readable(bytes))
    if (text !== null) return
    throw this.#notUtf8("unreadable", "not UTF-8: the line is damaged, or another program saved it in another encoding")
  }

  /** A picture or an archive is no damaged log: it is none. */
  #notUtf8(fault: LogFault, problem: string): Error {
    return this.line === 1 ? this.#problem("foreign", "not a Sightline log: not UTF-8") : this.#problem(fault, problem)
  }

  #keep(bytes: Bytes): void {
    const length = this.#length + bytes.length
    if (length > this.#kept.length) {
      const larger = new Uint8Array(Math.max(length, 2 * this.#kept.length))
      larger.set(this.#kept.subarray(0, this.#length))
      this.#kept = larger
    }
    this.#kept.set(bytes, this.#length)
    this.#length = length
  }

  /** What was kept; the next line gets a buffer of its own. */
  #joined(): Bytes {
    const whole = this.#kept.subarray(0, this.#length)
    this.#kept = new Uint8Array(0)
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
