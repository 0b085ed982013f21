import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { StoredEvent } from "../event/event.ts"
import { canonicalJson, KnownTexts } from "../values/canonicalJson.ts"
import { LOG_LINE_MAX_BYTES } from "../values/limits.ts"
import { invalid, type Parsed, valid } from "../values/parsed.ts"
import { writtenEvent } from "./eventLine.ts"
import type { LogFault } from "./faults.ts"
import { agrees, BARE_CHECKPOINTS_UP_TO_STATE } from "./lineSum.ts"
import type { LinePart, LineParts } from "./lines.ts"
import { lineValue } from "./lineValue.ts"
import { ListCount } from "./listCount.ts"
import {
  type Folding,
  isCheckpointLine,
  LOG_FORMAT,
  LOG_VERSION,
  LogCheckpoint,
  LogHeader,
  NewerEvent,
  type RunningHash,
} from "./ndjson.ts"
import { HEAD_CHANGED, isBlank, LINE_ENDS } from "./resaved.ts"
import { hasEnvelope } from "./upcasting.ts"

/** A fault of a log file, as a code and in English, and its line (from 1). */
export interface LogProblem {
  readonly line: number
  readonly fault: LogFault
  readonly problem: string
  /** The lines among which the altered one may be, if not the line that shows the fault. */
  readonly loose?: LooseLines
}

/** A range of lines that no checkpoint covers, from 1. */
export interface LooseLines {
  readonly from: number
  readonly to: number
}

export interface ReadLog {
  readonly header: LogHeader
  /** Events folded. */
  readonly events: number
  readonly lastSeq: number
  /** Checkpoints whose byte hashes agree. */
  readonly checkpoints: number
  /** True when their states were compared too. That is impossible for the states of a release with another shape. */
  readonly hasComparedStates: boolean
  /** The lines after the last checkpoint; null when a checkpoint ended the file. */
  readonly loose: LooseLines | null
}

interface Options {
  readonly newHash: () => RunningHash
  readonly folding: Folding
  /** State hashes are compared only when the file was written with this shape of the state. */
  readonly stateVersion: number
  /** Stop folding after this event; the rest of the file is not read. */
  readonly at?: number
  /** `begun` receives the header; `agreed` receives the last event before each checkpoint that agreed. */
  readonly watch?: { readonly begun: (header: LogHeader) => void; readonly agreed: (seq: number) => void }
}

type Wrong = Omit<LogProblem, "line" | "loose">
type Step = Wrong | null

const wrong = (fault: LogFault, problem: string): Wrong => ({ fault, problem })

/**
 * Reads a log line by line: checks the header, the order of the events, and every checkpoint. `lines` are without their
 * line ends. A file that does not end with one has an unfinished last line, and the caller refuses it.
 */
export const readLog = (lines: Iterable<string>, options: Options): Parsed<ReadLog, LogProblem> => {
  const reader = new LogReader(options)
  for (const line of lines) if (reader.take({ text: `${line}\n`, lines: [line] })) break
  return reader.outcome()
}

/** The same for parts that arrive asynchronously: awaiting each line would take longer than folding it. */
export const readLogFrom = async (parts: LineParts, options: Options): Promise<Parsed<ReadLog, LogProblem>> => {
  const reader = new LogReader(options)
  for await (const part of parts) if (reader.take(part)) break
  return reader.outcome()
}

const decodeHeader = Schema.decodeUnknownResult(LogHeader)
const decodeCheckpoint = Schema.decodeUnknownResult(LogCheckpoint)

const isHeader = (value: object): boolean => Reflect.get(value, "format") === LOG_FORMAT

/** The reason for events or lines out of order. */
const MOVED = "lines are missing, repeated or in another order"

/** Takes a log line by line, until it has read enough or found a problem. */
class LogReader {
  readonly #options: Options
  readonly #bytes: RunningHash
  readonly #count: ListCount
  readonly #texts = new KnownTexts()
  #header: LogHeader | undefined
  #events = 0
  #checkpoints = 0
  #line = 0
  #problem: Step = null
  /** True when the line before was a checkpoint, as at the end of a complete file. */
  #sealed = false
  #hasSummedHead = false
  #hasSummedCheckpoint = false
  /** The line after the last checkpoint that agreed. */
  #looseFrom = 1
  #lastSeq = 0
  /** True when the current line has no end in the file. */
  #isOpen = false
  /** The current part: its text, the start of the next line in it, and the end of the hashed text. */
  #text = ""
  #start = 0
  #hashed = 0

  constructor(options: Options) {
    this.#options = options
    this.#bytes = options.newHash()
    this.#count = new ListCount(options.folding)
  }

  /** Takes the next lines. Returns true when no more are needed. */
  take({ text, lines, isOpen }: LinePart): boolean {
    this.#isOpen = isOpen === true
    this.#text = text
    this.#start = 0
    this.#hashed = 0
    for (const line of lines) {
      if (this.#isEnough(line)) return true
      this.#start += line.length + 1
    }
    this.#hash()
    return false
  }

  /**
   * Hashes the text between two checkpoints in one call: a million calls with short lines would cost more than the
   * hashing.
   */
  #hash(): void {
    if (this.#start > this.#hashed) this.#bytes.update(this.#text.slice(this.#hashed, this.#start))
    this.#hashed = this.#start
  }

  #isEnough(text: string): boolean {
    this.#line += 1
    this.#problem = this.#line === 1 ? this.#head(text) : this.#isOpen ? this.#last(text) : this.#next(text)
    const excess = this.#problem === null ? this.#count.take(text.length) : null
    if (excess !== null) this.#problem = wrong("tooMany", excess)
    const { at } = this.#options
    return this.#problem !== null || (at !== undefined && this.#lastSeq >= at)
  }

  outcome(): Parsed<ReadLog, LogProblem> {
    const problem = this.#problem ?? this.#end(this.#options.at)
    if (problem === null) return valid(this.#result())
    const isLoose = this.#line > 1 && problem.fault !== "differs"
    return invalid({ line: Math.max(this.#line, 1), ...problem, ...(isLoose && { loose: this.#loose() }) })
  }

  #head(text: string): Step {
    const parsed = lineValue(text)
    if (!parsed.ok && (parsed.reason.fault === LINE_ENDS.fault || parsed.reason.fault === "tooLong"))
      return parsed.reason
    if (!parsed.ok && text.includes(LOG_FORMAT)) return HEAD_CHANGED
    if (!parsed.ok) return wrong("foreign", `not a Sightline log: ${parsed.reason.problem}`)
    if (hasEnvelope(parsed.value) || Result.isSuccess(decodeCheckpoint(parsed.value)))
      return wrong("order", `the log does not begin with its first line: ${MOVED}`)
    if (!isHeader(parsed.value)) return wrong("foreign", `not a Sightline log: format is not "${LOG_FORMAT}"`)
    const version = Reflect.get(parsed.value, "version")
    if (typeof version === "number" && version > LOG_VERSION)
      return wrong("newer", `written by a newer release (log version ${version})`)
    const header = decodeHeader(parsed.value)
    if (Result.isFailure(header)) return wrong("unreadable", `bad header: ${header.failure.message}`)
    const { base } = header.success
    if (base !== undefined) {
      if (!Number.isSafeInteger(base.seq) || base.seq < 0) return wrong("unreadable", `bad header: base at ${base.seq}`)
      if (!this.#options.folding.begin(base.state))
        return wrong("unreadable", "bad header: the base is no state that this release can read")
      this.#lastSeq = base.seq
    }
    this.#header = header.success
    this.#hasSummedHead = agrees(text)
    this.#options.watch?.begun(header.success)
    return null
  }

  #next(text: string): Step {
    const written = text.length > LOG_LINE_MAX_BYTES ? null : writtenEvent(text)
    if (written !== null) return this.#event(written)
    const parsed = lineValue(text)
    if (!parsed.ok) return parsed.reason
    const { value } = parsed
    if (Object.hasOwn(value, "checkpoint")) return this.#checkpoint(value, text)
    if (hasEnvelope(value)) return this.#event(value)
    if (isHeader(value))
      return wrong("order", "another log begins here: files were joined, or the first line is repeated")
    return wrong("unreadable", "bad event: a field beside the payload is missing or no such value")
  }

  /** A last line without an end is complete or cut off. A line that breaks off in the middle does not parse. */
  #last(text: string): Step {
    const problem = this.#next(text)
    if (problem !== null && this.#sealed && !text.startsWith("{"))
      return isBlank(text) ? problem : wrong("unreadable", "something was added after the last line")
    const isCut = problem !== null && (problem.fault === "unreadable" || !agrees(text))
    return isCut ? wrong("cutOff", "the file is cut off inside this line") : problem
  }

  #end(at: number | undefined): Step {
    if (this.#header === undefined) return wrong("foreign", "the file is empty")
    if (at !== undefined)
      return this.#lastSeq >= at ? null : wrong("cutOff", `there is no event ${at}, the last is ${this.#lastSeq}`)
    return this.#sealed ? null : wrong("cutOff", "the file is cut off: it does not end with a checkpoint")
  }

  #result(): ReadLog {
    const header = this.#header
    if (header === undefined) throw new Error("the header was checked before")
    const loose = this.#sealed ? null : this.#loose()
    const hasComparedStates = this.#comparable()
    const [events, lastSeq, checkpoints] = [this.#events, this.#lastSeq, this.#checkpoints]
    return { header, events, lastSeq, checkpoints, hasComparedStates, loose }
  }

  #loose(): LooseLines {
    return { from: this.#looseFrom, to: this.#line }
  }

  #event(event: StoredEvent): Step {
    if (event.seq !== this.#lastSeq + 1)
      return wrong("order", `event ${event.seq} does not follow event ${this.#lastSeq}: ${MOVED}`)
    this.#lastSeq = event.seq
    this.#events += 1
    this.#sealed = false
    try {
      this.#options.folding.add(event)
    } catch (error) {
      const fault = error instanceof NewerEvent ? "newer" : "unreadable"
      const why = error instanceof Error ? error.message : "cannot be folded"
      return wrong(fault, `event ${event.seq} (${event.type}): ${why}`)
    }
    return null
  }

  #checkpoint(value: object, text: string): Step {
    const decoded = decodeCheckpoint(value)
    if (Result.isFailure(decoded)) return wrong("unreadable", `bad checkpoint: ${decoded.failure.message}`)
    const recorded = decoded.success
    const of = `checkpoint ${recorded.checkpoint}`
    if (!isCheckpointLine(text, recorded) || this.#lacksSum(text)) return wrong("altered", `${of} was altered`)
    if (recorded.checkpoint !== this.#lastSeq)
      return wrong("order", `checkpoint ${recorded.checkpoint} stands after event ${this.#lastSeq}`)
    this.#hash()
    const events = this.#bytes.digest()
    if (recorded.events !== events) {
      const { from, to } = this.#loose()
      return wrong("altered", `${of}: one of the lines ${from} to ${to} was altered`)
    }
    const state = this.#comparable() ? this.#stateHash() : recorded.state
    if (recorded.state !== state)
      return wrong("differs", `${of}: the state differs (recorded ${recorded.state}, folded ${state})`)
    this.#checkpoints += 1
    this.#sealed = true
    this.#looseFrom = this.#line + 1
    this.#options.watch?.agreed(this.#lastSeq)
    return null
  }

  /**
   * True when a checkpoint has lost its sum, which no later checkpoint would show. Releases without sums wrote none
   * behind any checkpoint. When the line has no end, its sum is more likely cut off with it.
   */
  #lacksSum(text: string): boolean {
    const isSummed = agrees(text)
    const isExpected =
      this.#hasSummedCheckpoint ||
      (this.#hasSummedHead && (this.#isOpen || (this.#header?.stateVersion ?? 0) > BARE_CHECKPOINTS_UP_TO_STATE))
    this.#hasSummedCheckpoint ||= isSummed
    return isExpected && !isSummed
  }

  #comparable(): boolean {
    return this.#header?.stateVersion === this.#options.stateVersion
  }

  #stateHash(): string {
    const hash = this.#options.newHash()
    hash.update(canonicalJson(this.#options.folding.state(), this.#texts))
    this.#texts.turn()
    return hash.digest()
  }
}
