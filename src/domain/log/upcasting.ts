import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SchemaParser from "effect/SchemaParser"
import type { Envelope, EventOf, EventTable, StoredEvent } from "../event/event.ts"
import { invalid, type Parsed, valid } from "../values/parsed.ts"

/**
 * The reason why a stored event cannot be read. `newer`: a later release wrote it, so this one must not go on deciding.
 * `malformed`: the event is damaged. `type` is null when it is no type of ours. `detail` is for debugging and may hold
 * values of the payload, so it is never recorded.
 */
type Unreadable =
  | { readonly kind: "newer"; readonly type: string; readonly v: number }
  | {
      readonly kind: "malformed"
      readonly type: string | null
      readonly problem: "envelope" | "version" | "payload"
      readonly detail: string
    }

export type Recorded<Event> = Event & Envelope

export interface Registry<Event> {
  /** Upcasts and decodes (EVENT-3). */
  readonly read: (stored: StoredEvent) => Parsed<Recorded<Event>, Unreadable>
  /** The version written today. */
  readonly version: (type: string) => number
}

/** The form of our event types. An unknown name of this form belongs to a later release. */
const TYPE_NAME = /^[A-Z][A-Za-z0-9]{1,63}$/

const isVersion = (v: unknown): v is number => typeof v === "number" && Number.isInteger(v) && v >= 1
const isTextOrNull = (value: unknown): boolean => value === null || typeof value === "string"

/** True when a stored row has all fields of an envelope; the disk may hold anything. */
export const hasEnvelope = (stored: unknown): stored is StoredEvent => {
  if (typeof stored !== "object" || stored === null) return false
  const { seq, id, type, at, account, tab, cause }: Partial<Record<keyof StoredEvent, unknown>> = stored
  return (
    Number.isSafeInteger(seq) &&
    typeof id === "string" &&
    typeof type === "string" &&
    Number.isFinite(at) &&
    isTextOrNull(account) &&
    typeof tab === "string" &&
    isTextOrNull(cause)
  )
}

export const makeRegistry = <Table extends EventTable>(tables: readonly Table[]): Registry<EventOf<Table>> => {
  const table: EventTable = Object.fromEntries(tables.flatMap((events) => Object.entries(events)))
  const readers = new Map(
    Object.entries(table).map(([type, definition]) => [
      type,
      { type, v: definition.v, payload: readerOf(type, definition) },
    ]),
  )
  const schema = eventSchema<Table>(readers)
  return {
    version: (type) => table[type]?.v ?? 0,
    read: (stored) => {
      if (!hasEnvelope(stored)) return malformed(null, "envelope", "a field beside the payload is damaged")
      const { seq, id, type, v, at, account, tab, cause } = stored
      const reader = readers.get(type)
      if (reader === undefined) {
        if (TYPE_NAME.test(type) && isVersion(v)) return invalid({ kind: "newer", type, v })
        return malformed(null, "envelope", "no such type")
      }
      const payload = reader.payload(stored)
      if (!payload.ok) return payload
      // Uses the type string of the table, which all events share and which compares fast; each event from a file has
      // its own copy.
      const candidate = { seq, id, type: reader.type, v: reader.v, at, account, tab, cause, payload: payload.value }
      return schema(candidate) ? valid(candidate) : malformed(type, "payload", "")
    },
  }
}

const malformed = (
  type: string | null,
  problem: Extract<Unreadable, { kind: "malformed" }>["problem"],
  detail: string,
) => invalid({ kind: "malformed" as const, type, problem, detail })

/** The reader of a type has decoded the payload by its schema. This guard only informs the compiler. */
const eventSchema =
  <Table extends EventTable>(readers: ReadonlyMap<string, unknown>) =>
  (candidate: StoredEvent): candidate is StoredEvent & EventOf<Table> =>
    readers.has(candidate.type)

const readerOf = (type: string, definition: EventTable[string]) => {
  // Compiled to code where the environment allows it (`npm run replay`), and then much faster than the schema that
  // explains a failure.
  const decode = SchemaParser.decodeUnknownSync(definition.payload)
  const why = (payload: unknown): string => {
    const decoded = Schema.decodeUnknownResult(definition.payload)(payload)
    return Result.isFailure(decoded) ? decoded.failure.message : ""
  }
  return ({ v, payload }: StoredEvent): Parsed<unknown, Unreadable> => {
    if (!isVersion(v)) return malformed(type, "version", "no whole number")
    if (v > definition.v) return invalid({ kind: "newer", type, v })
    let current = payload
    for (let version = v; version < definition.v; version += 1) {
      const upcast = definition.upcast?.[version]
      if (upcast === undefined) return malformed(type, "version", `no upcaster from version ${version}`)
      // When the log was damaged, an old payload may hold anything.
      try {
        current = upcast(current)
      } catch {
        return malformed(type, "payload", `cannot be read as version ${version}`)
      }
    }
    try {
      return valid(decode(current))
    } catch {
      return malformed(type, "payload", why(current))
    }
  }
}
