import { LOG_LINE_MAX_BYTES, LOG_START_BYTES } from "../values/limits.ts"
import type { LogFault } from "./faults.ts"
import { resavedStart } from "./resaved.ts"

type Bytes = Uint8Array<ArrayBuffer>

const NEW_LINE = 0x0a

/** Consecutive lines: as one text with line ends, and as separate lines without them. */
export interface LinePart {
  readonly text: string
  readonly lines: readonly string[]
  /** Set for a last line that has no end in the file: it is complete, or the file is cut off inside it. */
  readonly isOpen?: true
}

/** The lines of a file, in parts as they are read. */
export type LineParts = AsyncIterable<LinePart>

interface Means {
  /** Strict UTF-8: throws on anything else. */
  readonly decode: (bytes: Bytes) => string
  /** The error to throw for a line, counted from 1. */
  readonly problem: (line: number, fault: LogFault, problem: string) => Error
}

/**
 * Cuts the bytes of a file into lines, without their ends. It decodes all complete lines of a chunk in one call and in
 * place: a call for each line, or a copy of the chunk, takes longer than the reading. It holds one chunk and a copy of
 * an incomplete line, so the caller may overwrite the bytes of a chunk afterwards.
 */
export class LineCutter {
  readonly #means: Means
  /**
   * The beginning of an incomplete line: the first `#length` bytes. The buffer grows by doubling, however small the
   * chunks are.
   */
  #kept: Bytes = new Uint8Array(0)
  /** True once the start of the file was checked. Until then all bytes are kept. */
  #isBegun = false
  #length = 0
  /** The number of the next line, from 1. */
  line = 1

  constructor(means: Means) {
    this.#means = means
  }

  /** Yields the lines that end in a chunk. The caller must take all of them before the next chunk. */
  *take(chunk: Bytes): Generator<LinePart, void, undefined> {
    if (this.#isBegun) {
      yield* this.#cut(chunk)
      return
    }
    this.#keep(chunk)
    if (this.#length >= LOG_START_BYTES) yield* this.#begin()
  }

  /** Yields the kept bytes and a last line without an end. To be called after the last chunk. */
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

  /** Yields complete lines. When one is not UTF-8, yields the lines before it and throws. */
  *#whole(bytes: Bytes): Generator<LinePart, void, undefined> {
    const text = this.#decoded(bytes)
    yield this.#part(text ?? this.#readable(bytes))
    if (text !== null) return
    throw this.#notUtf8("unreadable", "not UTF-8: the line is damaged, or another program saved it in another encoding")
  }

  /**
   * A file that is not UTF-8 from its first line, such as a picture or an archive, is no log rather than a damaged one.
   */
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

  /** The kept bytes. The next line gets a new buffer. */
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

  /** Null when the bytes are not UTF-8. */
  #decoded(bytes: Bytes): string | null {
    try {
      return this.#means.decode(bytes)
    } catch {
      return null
    }
  }

  /** The lines before the first one that is not UTF-8, so that they are still read. */
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
