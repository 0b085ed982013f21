import { Result, Schema } from "effect"
import type { Envelope, EventOf, EventTable, StoredEvent } from "../decider/event.ts"
import { invalid, type Parsed, valid } from "../values/parsed.ts"

/**
 * Why a stored event cannot be read. `newer`: a later release wrote it, so this one must not go on deciding.
 * `unknown`: no such type at a version of ours. `malformed`: the payload does not fit; `problem` names the field.
 */
export type Unreadable =
  | { readonly kind: "newer"; readonly type: string; readonly v: number }
  | { readonly kind: "unknown"; readonly type: string }
  | { readonly kind: "malformed"; readonly type: string; readonly problem: string }

export type Recorded<Event> = Event & Envelope

export interface Registry<Event> {
  /** Upcasts and decodes (EVENT-3). */
  readonly read: (stored: StoredEvent) => Parsed<Recorded<Event>, Unreadable>
  /** The version written today. */
  readonly version: (type: string) => number
}

/** `types` of a release that knows more than this one are newer, whatever their version. */
export const makeRegistry = <Table extends EventTable>(table: Table): Registry<EventOf<Table>> => {
  const readers = new Map(Object.entries(table).map(([type, definition]) => [type, readerOf(type, definition)]))
  const schema = eventSchema(table)
  return {
    version: (type) => table[type]?.v ?? 0,
    read: (stored) => {
      const reader = readers.get(stored.type)
      if (reader === undefined) return invalid({ kind: "newer", type: stored.type, v: stored.v })
      const payload = reader(stored)
      if (!payload.ok) return payload
      const candidate = { ...stored, v: table[stored.type]?.v ?? stored.v, payload: payload.value }
      return schema(candidate)
        ? valid(candidate)
        : invalid({ kind: "malformed", type: stored.type, problem: "payload" })
    },
  }
}

/** The reader of a type has decoded the payload by the schema of that type: this guard only tells the compiler. */
const eventSchema =
  <Table extends EventTable>(table: Table) =>
  (candidate: StoredEvent): candidate is StoredEvent & EventOf<Table> =>
    Object.hasOwn(table, candidate.type)

const readerOf = (type: string, definition: EventTable[string]) => {
  const decode = Schema.decodeUnknownResult(definition.payload)
  return ({ v, payload }: StoredEvent): Parsed<unknown, Unreadable> => {
    if (v > definition.v) return invalid({ kind: "newer", type, v })
    if (!Number.isInteger(v)) return invalid({ kind: "malformed", type, problem: `version ${v}` })
    let current = payload
    for (let version = v; version < definition.v; version += 1) {
      const upcast = definition.upcast?.[version]
      if (upcast === undefined)
        return invalid({ kind: "malformed", type, problem: `no upcaster from version ${version}` })
      // An old payload may be anything, if the log was damaged.
      try {
        current = upcast(current)
      } catch {
        return invalid({ kind: "malformed", type, problem: `cannot be read as version ${version}` })
      }
    }
    const decoded = decode(current)
    return Result.isSuccess(decoded)
      ? valid(decoded.success)
      : invalid({ kind: "malformed", type, problem: decoded.failure.message })
  }
}
