import * as Schema from "effect/Schema"
import type { StoredEvent } from "../event/event.ts"
import { canonicalJson, KnownTexts } from "../values/canonicalJson.ts"
import { CHECKPOINT_EVERY_EVENTS, LONG_FILE_CHECKPOINT_EVERY_EVENTS, LONG_FILE_EVENTS } from "../values/limits.ts"
import { eventLine } from "./eventLine.ts"
import { summed } from "./lineSum.ts"

/**
 * The log as a file: NDJSON, each line ended by "\n". First a header, then one event a line, with checkpoints among
 * them and at the end. A checkpoint holds two SHA-256: of the canonical JSON of the state after folding the lines
 * before it, and of all bytes before it, so that any altered byte is found. The sum behind each line then shows the
 * altered line, and guards the last checkpoint where no state is compared.
 */

/**
 * A running SHA-256. `digest` returns the hash of all text so far (as UTF-8), in lower-case hexadecimal; more text may
 * follow.
 */
export interface RunningHash {
  readonly update: (text: string) => void
  readonly digest: () => string
}

/** The number of UTF-16 units that are hashed in one call. */
const GATHERED_UNITS = 64 * 1024

/** Joins text into long pieces before hashing it: a million calls with short lines would cost more than the hashing. */
const gathered = (hash: RunningHash): RunningHash => {
  let pending = ""
  const handOn = () => {
    if (pending !== "") hash.update(pending)
    pending = ""
  }
  return {
    update: (text) => {
      pending += text
      if (pending.length >= GATHERED_UNITS) handOn()
    },
    digest: () => {
      handOn()
      return hash.digest()
    },
  }
}

export const LOG_FORMAT = "sightline.log"
export const LOG_VERSION = 1

export const LogHeader = Schema.Struct({
  format: Schema.Literal(LOG_FORMAT),
  version: Schema.Int,
  /** Version of the state that the checkpoints hash. */
  stateVersion: Schema.Int,
  /** ms */
  exportedAt: Schema.Finite,
  app: Schema.String,
  pseudonyms: Schema.Boolean,
  /**
   * Where the events begin when older ones are gone, and the packed state to fold them from; null when that state is
   * lost.
   */
  base: Schema.optionalKey(Schema.Struct({ seq: Schema.Int, state: Schema.Unknown })),
})
export type LogHeader = typeof LogHeader.Type

const Sha256 = Schema.String.check(Schema.isPattern(/^[0-9a-f]{64}$/))
export const LogCheckpoint = Schema.Struct({ checkpoint: Schema.Int, state: Sha256, events: Sha256 })
export type LogCheckpoint = typeof LogCheckpoint.Type

/** Folding stops at an event that a newer release wrote. */
export class NewerEvent extends TypeError {
  override readonly name = "NewerEvent"
}

/**
 * Folds stored events one by one; each checkpoint hashes the resulting state. `begin` takes the state of a base and
 * returns false when it is none.
 */
export interface Folding {
  readonly begin: (base: unknown) => boolean
  readonly add: (event: StoredEvent) => void
  /** The name of a list of the state with more than `LIST_MAX_ENTRIES`; null when there is none. */
  readonly excess: () => string | null
  /** A returned state never changes any more, so a caller can keep the text of a part of it. */
  readonly state: () => unknown
}

/**
 * The only form in which a checkpoint is written, because a reader compares the text. Earlier releases wrote no sum
 * behind it.
 */
const checkpointLine = (checkpoint: LogCheckpoint): string => summed(bareCheckpoint(checkpoint))
const bareCheckpoint = ({ checkpoint, state, events }: LogCheckpoint): string =>
  JSON.stringify({ checkpoint, state, events })

/** True for a line that some release writes for this checkpoint. */
export const isCheckpointLine = (line: string, checkpoint: LogCheckpoint): boolean =>
  line === checkpointLine(checkpoint) || line === bareCheckpoint(checkpoint)

/** True when a checkpoint follows this many events of a file. */
const isCheckpointDue = (events: number): boolean =>
  events % (events <= LONG_FILE_EVENTS ? CHECKPOINT_EVERY_EVENTS : LONG_FILE_CHECKPOINT_EVERY_EVENTS) === 0

/**
 * Writes an export line by line, each with its line end. Events must follow one another without a gap, starting after
 * the base of the header.
 */
export class LogWriter {
  readonly #folding: Folding
  readonly #newHash: () => RunningHash
  readonly #bytes: RunningHash
  readonly #texts = new KnownTexts()
  #seq: number
  #since = 0

  constructor(header: LogHeader, folding: Folding, newHash: () => RunningHash) {
    this.#folding = folding
    this.#newHash = newHash
    this.#bytes = gathered(newHash())
    this.#seq = header.base?.seq ?? 0
    this.head = this.#written(summed(JSON.stringify(header)))
  }

  /** The first line of the file: the header. */
  readonly head: string

  /** Returns the line of an event, and a checkpoint when one is due. */
  event(event: StoredEvent): string {
    this.#folding.add(event)
    this.#seq = event.seq
    this.#since += 1
    const line = this.#written(eventLine(event))
    return isCheckpointDue(this.#since) ? line + this.#written(this.#checkpoint()) : line
  }

  /** Returns the last line: a checkpoint. */
  end(): string {
    return this.#written(this.#checkpoint())
  }

  #written(line: string): string {
    const text = `${line}\n`
    this.#bytes.update(text)
    return text
  }

  #checkpoint(): string {
    const state = this.#newHash()
    state.update(canonicalJson(this.#folding.state(), this.#texts))
    this.#texts.turn()
    return checkpointLine({ checkpoint: this.#seq, state: state.digest(), events: this.#bytes.digest() })
  }
}

/** The lines of an export of events that are all at hand. */
export const exportLines = function* (
  header: LogHeader,
  events: Iterable<StoredEvent>,
  folding: Folding,
  newHash: () => RunningHash,
): Generator<string> {
  const writer = new LogWriter(header, folding, newHash)
  yield writer.head
  for (const event of events) yield writer.event(event)
  yield writer.end()
}
