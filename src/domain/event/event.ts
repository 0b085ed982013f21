import type * as Schema from "effect/Schema"

/** The events of a feature: for each type its schema version and the schema of its payload. */
export type EventTable = Readonly<Record<string, EventSchema>>

/** Who or what brings an event about. */
export type Origin = "person" | "cloud" | "bridge" | "app"
export const originNames: readonly Origin[] = ["person", "cloud", "bridge", "app"]

/** What the list of events draws beside one (EVENT-6): the name of a glyph, and how it went. */
export type EventSign = readonly [glyph: string, tone: "ok" | "warn" | "bad" | "off" | "acc"]

/** How an event is stored. */
export interface EventSchema {
  /** Schema version written today. */
  readonly v: number
  readonly payload: Schema.ConstraintDecoder<unknown>
  /** From each older version to the next one, by the version it starts from. */
  readonly upcast?: Readonly<Record<number, (payload: unknown) => unknown>>
}

/**
 * The upcaster of a version that differs only in what its fields may hold. A release that knows fewer values of a field must not read
 * an event with a new one, so each value more is another version ([decision 41](../../../docs/decisions/0041-versions-of-events.md)).
 */
export const asBefore = (payload: unknown): unknown => payload

/** What a text tells: who or where, in one of these forms, or nothing about a person (EVENT-5). */
export type TextKind = "email" | "name" | "mac" | "url" | "account" | "address" | "plain"

/** All that a feature says of an event, beside how it changes the state. */
export interface EventDefinition extends EventSchema {
  readonly origin: Origin
  readonly sign: EventSign
  /** Of fields with a text that `product/pseudonyms.ts` does not know from other events: what each tells. */
  readonly texts?: Readonly<Record<string, TextKind>>
}

/** The union of the events of a table, or of several, as `decide` gives them and `evolve` takes them. */
export type EventOf<Table extends EventTable> = Table extends EventTable
  ? {
      readonly [Type in keyof Table & string]: {
        readonly type: Type
        readonly payload: Table[Type]["payload"]["Type"]
      }
    }[keyof Table & string]
  : never

/**
 * What surrounds a payload in the log. `seq` is gapless from 1; `at` is ms since 1970, stamped once when the command
 * was accepted; `account` is the account key that was signed in, `cause` what brought the event about (an action
 * id, a command id), each null when there is none.
 */
export interface Envelope {
  readonly seq: number
  readonly id: string
  readonly v: number
  readonly at: number
  readonly account: string | null
  readonly tab: string
  readonly cause: string | null
}

/** An event as storage and files hold it: any version, payload not yet decoded. */
export interface StoredEvent extends Envelope {
  readonly type: string
  readonly payload: unknown
}

/** Given once to a command when it is accepted; never renewed when it is retried or replayed (EVENT-2). */
export interface Stamp {
  readonly id: string
  readonly at: number
  readonly tab: string
  /** Account key that the tab showed as signed in, null for none; unset when no tab gave the command. */
  readonly asAccount?: string | null
}
