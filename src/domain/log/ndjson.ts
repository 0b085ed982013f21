import { Schema } from "effect"
import type { StoredEvent } from "../decider/event.ts"
import { canonicalJson } from "../values/canonicalJson.ts"
import { CHECKPOINT_EVERY_EVENTS } from "../values/limits.ts"

/**
 * The log as a file (design.md section 5): NDJSON, each line ended by "\n". First a header, then one event a line with
 * checkpoints among them and at the end. A checkpoint holds the SHA-256 of the canonical JSON of the state after
 * folding the lines before it, and of all bytes before it, so that any altered byte is found.
 */

export const LOG_FORMAT = "sightline.log"
export const LOG_VERSION = 1

export const LogHeader = Schema.Struct({
  format: Schema.Literal(LOG_FORMAT),
  version: Schema.Int,
  /** Shape of the state that the checkpoints hash. */
  stateVersion: Schema.Int,
  /** ms */
  exportedAt: Schema.Finite,
  app: Schema.String,
  pseudonyms: Schema.Boolean,
  /** The state to fold from when older events were pruned. */
  base: Schema.optionalKey(Schema.Unknown),
})
export type LogHeader = typeof LogHeader.Type

export const LogEvent = Schema.Struct({
  seq: Schema.Int,
  id: Schema.String,
  type: Schema.String,
  v: Schema.Int,
  at: Schema.Finite,
  account: Schema.NullOr(Schema.String),
  tab: Schema.String,
  cause: Schema.NullOr(Schema.String),
  payload: Schema.Unknown,
})

export const LogCheckpoint = Schema.Struct({ checkpoint: Schema.Int, state: Schema.String, events: Schema.String })
export type LogCheckpoint = typeof LogCheckpoint.Type

/** A SHA-256 that goes on: `digest` gives lower-case hexadecimal of all text so far (as UTF-8) and ends nothing. */
export interface RunningHash {
  readonly update: (text: string) => void
  readonly digest: () => string
}

/** Folds stored events one by one; what it folds to is hashed at each checkpoint. */
export interface Folding {
  readonly add: (event: StoredEvent) => void
  readonly state: () => unknown
}

/** The fields of an event in the order of the format. */
const eventLine = ({ seq, id, type, v, at, account, tab, cause, payload }: StoredEvent): string =>
  JSON.stringify({ seq, id, type, v, at, account, tab, cause, payload })

/** The only way a checkpoint is written: a reader compares the text. */
export const checkpointLine = ({ checkpoint, state, events }: LogCheckpoint): string =>
  JSON.stringify({ checkpoint, state, events })

/** The lines of an export, each with its line end. `events` must follow one another without a gap. */
export const exportLines = function* (
  header: LogHeader,
  events: Iterable<StoredEvent>,
  folding: Folding,
  newHash: () => RunningHash,
): Generator<string> {
  const bytes = newHash()
  let seq = 0
  let since = 0
  const written = (line: string): string => {
    const text = `${line}\n`
    bytes.update(text)
    return text
  }
  const checkpoint = (): string => {
    const state = newHash()
    state.update(canonicalJson(folding.state()))
    return checkpointLine({ checkpoint: seq, state: state.digest(), events: bytes.digest() })
  }
  yield written(JSON.stringify(header))
  for (const event of events) {
    folding.add(event)
    seq = event.seq
    since += 1
    yield written(eventLine(event))
    if (since % CHECKPOINT_EVERY_EVENTS === 0) yield written(checkpoint())
  }
  yield written(checkpoint())
}
