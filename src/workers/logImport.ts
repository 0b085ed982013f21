import type { StoredEvent } from "../domain/event/event.ts"
import type { LogHeader, RunningHash } from "../domain/log/ndjson.ts"
import { type LogFault, type LogProblem, readLogFrom } from "../domain/log/reader.ts"
import { foldModel } from "../domain/product/folding.ts"
import { STATE_VERSION } from "../domain/product/state.ts"
import { SEGMENT_EVENTS } from "../domain/values/limits.ts"
import { FileProblem, lineParts } from "./logLines.ts"

/** Some events of a file as one JSON text, which the browser may keep on the disk. */
export interface FileSegment {
  readonly from: number
  readonly to: number
  readonly events: Blob
}

/** A file that can be looked at: its events up to `last`, and what it begins with. */
export interface FileLog {
  readonly first: number
  readonly last: number
  readonly base: { readonly seq: number; readonly state: unknown } | null
  readonly stateVersion: number
  readonly pseudonyms: boolean
  readonly segments: readonly FileSegment[]
}

export type ReadFile =
  | { readonly ok: true; readonly log: FileLog }
  | {
      readonly ok: false
      readonly line: number
      readonly fault: LogFault
      /** For programs and programmers, in English. */
      readonly problem: string
      /** The line before, the line, and the line after, cut short. */
      readonly near: readonly { readonly line: number; readonly text: string }[]
      /** The events up to the last checkpoint that agreed; null when none did. */
      readonly sound: FileLog | null
    }

const SHOWN_OF_LINE = 120
const CHECKPOINT = '{"checkpoint":'

interface Header {
  readonly base?: LogHeader["base"]
  readonly stateVersion?: unknown
  readonly pseudonyms?: unknown
}

/** Reads and checks a whole log file (REPLAY-2, REPLAY-4): all of it or nothing, in bounded memory. */
export class LogImport {
  readonly #segments: FileSegment[] = []
  #open: StoredEvent[] = []
  #base: FileLog["base"] = null
  #header: Header = {}
  #soundSeq: number | null = null
  #last = 0
  readonly #near: string[] = []
  #line = 0

  async read(file: Blob, newHash: () => RunningHash, told: (share: number) => void): Promise<ReadFile> {
    const folding = foldModel()
    const collecting = {
      begin: folding.begin,
      state: folding.state,
      add: (event: StoredEvent) => {
        folding.add(event)
        this.#take(event)
      },
    }
    try {
      const read = await readLogFrom(this.#lines(file, told), {
        newHash,
        folding: collecting,
        stateVersion: STATE_VERSION,
      })
      return read.ok ? { ok: true, log: this.#log(this.#last) } : await this.#broken(file, read.reason)
    } catch (error) {
      if (error instanceof FileProblem) {
        const { line, fault, message: problem } = error
        return this.#broken(file, { line, fault, problem })
      }
      throw error
    }
  }

  async *#lines(file: Blob, told: (share: number) => void): AsyncGenerator<Iterable<string>> {
    for await (const part of lineParts(file, told)) yield this.#watched(part)
  }

  *#watched(part: Iterable<string>): Generator<string> {
    for (const text of part) {
      this.#line += 1
      this.#near.push(text.slice(0, SHOWN_OF_LINE))
      if (this.#near.length > 2) this.#near.shift()
      if (this.#line === 1) this.#head(text)
      yield text
      // The reader asks for more only when it found nothing wrong.
      if (text.startsWith(CHECKPOINT)) this.#soundSeq = this.#last
    }
  }

  #head(text: string): void {
    try {
      const header: Header | null = JSON.parse(text)
      this.#header = header ?? {}
      this.#base = this.#header.base ?? null
      this.#last = this.#base?.seq ?? 0
    } catch {
      // The reader says what is wrong with it.
    }
  }

  #take(event: StoredEvent): void {
    this.#open.push(event)
    this.#last = event.seq
    if (this.#open.length === SEGMENT_EVENTS) this.#close()
  }

  #close(): void {
    const [from, to] = [this.#open[0]?.seq, this.#open.at(-1)?.seq]
    if (from === undefined || to === undefined) return
    this.#segments.push({ from, to, events: new Blob([JSON.stringify(this.#open)]) })
    this.#open = []
  }

  #log(last: number): FileLog {
    this.#close()
    const { stateVersion, pseudonyms } = this.#header
    return {
      first: (this.#base?.seq ?? 0) + 1,
      last,
      base: this.#base,
      stateVersion: typeof stateVersion === "number" ? stateVersion : 0,
      pseudonyms: pseudonyms === true,
      segments: this.#segments.filter(({ from }) => from <= last),
    }
  }

  async #broken(file: Blob, { line, fault, problem }: LogProblem): Promise<ReadFile> {
    const texts = this.#near.map((text, place) => ({ line: this.#line - this.#near.length + 1 + place, text }))
    const after = await this.#after(file, line)
    const near = [...texts.filter((one) => one.line <= line), ...after].filter((one) => one.line >= line - 1)
    const seq = this.#soundSeq
    return {
      ok: false,
      line,
      fault,
      problem,
      near,
      sound: seq === null || seq < (this.#base?.seq ?? 0) + 1 ? null : this.#log(seq),
    }
  }

  /** The line that follows, if it can be read. */
  async #after(file: Blob, line: number): Promise<readonly { readonly line: number; readonly text: string }[]> {
    let at = 0
    try {
      for await (const part of lineParts(file, () => undefined)) {
        for (const text of part) {
          at += 1
          if (at === line + 1) return [{ line: at, text: text.slice(0, SHOWN_OF_LINE) }]
        }
      }
    } catch {
      // Nothing can be shown of it.
    }
    return []
  }
}
