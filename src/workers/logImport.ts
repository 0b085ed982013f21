import type { StoredEvent } from "../domain/event/event.ts"
import { pointed } from "../domain/log/alteredLine.ts"
import type { LogFault } from "../domain/log/faults.ts"
import type { LogHeader, RunningHash } from "../domain/log/ndjson.ts"
import { type LogProblem, readLogFrom } from "../domain/log/reader.ts"
import { foldModel } from "../domain/product/folding.ts"
import { STATE_VERSION } from "../domain/product/state.ts"
import { SEGMENT_EVENTS } from "../domain/values/limits.ts"
import { FileProblem, lineParts } from "./logLines.ts"

/** Events of a file as one JSON text, which the browser may keep on disk. */
export interface FileSegment {
  readonly from: number
  readonly to: number
  readonly events: Blob
}

/** A readable file: its events up to `last`, and its base. */
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
      /** The line, the one before it and the one after it, shortened. */
      readonly near: readonly { readonly line: number; readonly text: string }[]
      /** The events up to the last checkpoint that agreed; null when none did. */
      readonly sound: FileLog | null
    }

const SHOWN_OF_LINE = 120
/** A segment of a file is closed at this length of its JSON, UTF-16 units. */
const SEGMENT_UNITS = 2 * 1024 * 1024

/**
 * Reads and checks a whole log file in bounded memory (REPLAY-2, REPLAY-4). The sound part of a damaged file can be
 * opened.
 */
export class LogImport {
  readonly #segments: FileSegment[] = []
  /** The events of the current segment as JSON, and the length of that, because they may be few and huge. */
  #open: { first: number; last: number; events: string[]; units: number } | null = null
  #base: FileLog["base"] = null
  #header: LogHeader | undefined
  #soundSeq: number | null = null
  #last = 0

  async read(file: Blob, newHash: () => RunningHash, onShare: (share: number) => void): Promise<ReadFile> {
    const folding = foldModel()
    const collecting = {
      begin: folding.begin,
      excess: folding.excess,
      state: folding.state,
      add: (event: StoredEvent) => {
        folding.add(event)
        this.#take(event)
      },
    }
    const watch = {
      begun: (header: LogHeader) => this.#begin(header),
      agreed: (seq: number) => {
        this.#soundSeq = seq
      },
    }
    try {
      const options = { newHash, folding: collecting, stateVersion: STATE_VERSION, watch }
      const read = await readLogFrom(lineParts(file, onShare), options)
      if (read.ok) return { ok: true, log: this.#log(this.#last) }
      return await this.#broken(file, await pointed(read.reason, lineParts(file, unheard)))
    } catch (error) {
      if (error instanceof FileProblem) {
        const { line, fault, message: problem } = error
        return this.#broken(file, { line, fault, problem })
      }
      throw error
    }
  }

  #begin(header: LogHeader): void {
    this.#header = header
    this.#base = header.base ?? null
    this.#last = header.base?.seq ?? 0
  }

  #take(event: StoredEvent): void {
    const text = JSON.stringify(event)
    this.#open ??= { first: event.seq, last: event.seq, events: [], units: 0 }
    this.#open.events.push(text)
    this.#open.units += text.length
    this.#open.last = event.seq
    this.#last = event.seq
    if (this.#open.events.length === SEGMENT_EVENTS || this.#open.units >= SEGMENT_UNITS) this.#close()
  }

  #close(): void {
    if (this.#open === null) return
    const { first, last, events } = this.#open
    this.#segments.push({ from: first, to: last, events: new Blob([`[${events.join()}]`]) })
    this.#open = null
  }

  #log(last: number): FileLog {
    this.#close()
    return {
      first: (this.#base?.seq ?? 0) + 1,
      last,
      base: this.#base,
      stateVersion: this.#header?.stateVersion ?? 0,
      pseudonyms: this.#header?.pseudonyms === true,
      segments: this.#segments.filter(({ from }) => from <= last),
    }
  }

  async #broken(file: Blob, { line, fault, problem }: LogProblem): Promise<ReadFile> {
    const seq = this.#soundSeq
    return {
      ok: false,
      line,
      fault,
      problem,
      near: await nearTo(file, line),
      sound: seq === null || seq < (this.#base?.seq ?? 0) + 1 ? null : this.#log(seq),
    }
  }
}

const unheard = () => undefined

/**
 * A line and the lines beside it, as far as they are readable. Reads the file again, because the line may be far before
 * the damage.
 */
const nearTo = async (file: Blob, line: number) => {
  const near: { readonly line: number; readonly text: string }[] = []
  let at = 0
  try {
    for await (const part of lineParts(file, unheard)) {
      for (const text of part.lines) {
        at += 1
        if (at >= line - 1) near.push({ line: at, text: text.slice(0, SHOWN_OF_LINE) })
        if (at > line) return near
      }
    }
  } catch {
    // The following lines cannot be shown.
  }
  return near
}
