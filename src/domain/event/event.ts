import type * as Schema from "effect/Schema"

/** The events of a feature: for each type its schema version and the schema of its payload. */
export type EventTable = Readonly<Record<string, EventSchema>>

/** The source of an event. */
export type Origin = "person" | "cloud" | "bridge" | "app"
export const originNames: readonly Origin[] = ["person", "cloud", "bridge", "app"]

/** How the list of events marks one (EVENT-6): the name of a glyph, and a tone for the outcome. */
export type EventSign = readonly [glyph: string, tone: "ok" | "warn" | "bad" | "off" | "acc"]

/** How an event is stored. */
export interface EventSchema {
  /** Schema version written today. */
  readonly v: number
  readonly payload: Schema.ConstraintDecoder<unknown>
  /** The upcasters, by the version that each starts from. */
  readonly upcast?: Readonly<Record<number, (payload: unknown) => unknown>>
}

/**
 * The upcaster of a version that differs only in the values that its fields may hold. A release that knows fewer values
 * must not read an event with a new one, so each additional value needs a new version
 * ([decision 41](../../../docs/decisions/0041-versions-of-events.md)).
 */
export const asBefore = (payload: unknown): unknown => payload

/** The personal content of a text, by its form; `plain` says nothing about a person (EVENT-5). */
export type TextKind = "email" | "name" | "mac" | "url" | "account" | "address" | "plain"

/** The definition of an event in its feature, except how it changes the state. */
export interface EventDefinition extends EventSchema {
  readonly origin: Origin
  readonly sign: EventSign
  /** The kind of each text field that `product/pseudonyms.ts` does not know from other events. */
  readonly texts?: Readonly<Record<string, TextKind>>
}

/** The union of the events of one or more tables, as `decide` returns them and `evolve` takes them. */
export type EventOf<Table extends EventTable> = Table extends EventTable
  ? {
      readonly [Type in keyof Table & string]: {
        readonly type: Type
        readonly payload: Table[Type]["payload"]["Type"]
      }
    }[keyof Table & string]
  : never

/**
 * The data that surrounds a payload in the log. `seq` is gapless from 1. `at` is ms since 1970, stamped once when the
 * command was accepted. `account` is the key of the signed-in account. `cause` is the id of the action or command that
 * led to the event. Both are null when there is none.
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

/** Data given once to a command when it is accepted, and never renewed at a retry or replay (EVENT-2). */
export interface Stamp {
  readonly id: string
  readonly at: number
  readonly tab: string
  /** Key of the account that the tab showed as signed in, null for none; unset when no tab sent the command. */
  readonly asAccount?: string | null
}
