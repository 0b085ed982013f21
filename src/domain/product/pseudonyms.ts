import { definitions } from "../actions/table.ts"
import type { StoredEvent, TextKind } from "../event/event.ts"
import { routeOf } from "../values/routes.ts"
import { SUBNETS_KEY, storedSubnets, subnetsIn } from "../values/subnets.ts"
import { eventTable } from "./events.ts"
import type { parts } from "./parts.ts"

/**
 * Replaces personal data by stable pseudonyms (EVENT-5): the same value gives the same pseudonym throughout one export,
 * so that the log folds to the same screens with other names. A text under a key that is not known to be plain is
 * replaced too: a new field is private until a developer declares it plain.
 */

type Kind = Exclude<TextKind, "plain">

/**
 * Personal fields that several events share. Queued actions, and events with a field of their own, declare their
 * personal fields themselves.
 */
const personalFields = {
  email: "email",
  name: "name",
  subject: "name",
  before: "name",
  owner: "name",
  server: "url",
  baseUrl: "url",
  account: "account",
  mac: "mac",
  addr: "address",
  targets: "address",
  others: "address",
} as const satisfies Readonly<Record<string, Kind>>

const ownTexts: readonly (readonly [string, TextKind])[] = Object.values(eventTable).flatMap(({ texts = {} }) =>
  Object.entries(texts),
)
const personal: Readonly<Record<string, Kind>> = {
  ...Object.fromEntries(definitions.flatMap((action) => Object.entries(action.personal))),
  ...Object.fromEntries(ownTexts.flatMap(([field, kind]) => (kind === "plain" ? [] : [[field, kind]]))),
  ...personalFields,
}

/** Plain fields that several events share: identifiers, and words of our own vocabulary. */
const plainFields = [
  "id",
  "did",
  "deviceId",
  "accountId",
  "sessionId",
  "uid",
  "action",
  "by",
  "reason",
  "call",
  "cmd",
  "kind",
  "message",
  "dialog",
  "about",
  "among",
  "key",
  "known",
  "offered",
  "list",
  "status",
  "serverType",
  "source",
  "problem",
  "version",
  "latest",
  "os",
  "target",
  "devices",
  "dids",
  "flow",
  "stage",
  "hash",
  "update",
  "campaign",
  "failure",
  "removed",
  "seen",
  "state",
  "why",
  "capabilities",
  "scan",
  "wake",
  "outcome",
  "gone",
  "mode",
  "tried",
  "batch",
  "to",
  "step",
  "back",
  "doubled",
  "item",
  "field",
  "type",
] as const
const plain: ReadonlySet<string> = new Set([
  ...plainFields,
  ...ownTexts.flatMap(([field, kind]) => (kind === "plain" ? [field] : [])),
])

type TextsOf<Events> = {
  [Type in keyof Events]: Events[Type] extends { readonly texts: infer Texts } ? keyof Texts : never
}[keyof Events]
type OwnText<Part> = Part extends { readonly events: infer Events } ? TextsOf<Events> : never

/** Every text field that an export knows how to treat. `path` and `value` have their own rules. */
export type SaidField =
  | keyof typeof personalFields
  | (typeof plainFields)[number]
  | OwnText<(typeof parts)[number]>
  | "path"
  | "value"

const figures: Readonly<Record<Kind, (n: number) => string>> = {
  email: (n) => `person-${n}@example.invalid`,
  name: (n) => `name ${n}`,
  mac: (n) =>
    `02:00:00:${[n >> 16, n >> 8, n].map((byte) => (byte & 255).toString(16).padStart(2, "0").toUpperCase()).join(":")}`,
  address: (n) => `10.${[n >> 16, n >> 8, n].map((byte) => byte & 255).join(".")}`,
  url: (n) => `https://server-${n}.invalid`,
  account: (n) => `account ${n}`,
}

const wildcard = (n: number): string => `10.${(n >> 8) & 255}.${n & 255}.*`

export const makePseudonyms = (): ((event: StoredEvent) => StoredEvent) => {
  const known = new Map<string, string>()
  const counts = new Map<Kind, number>()

  const pseudonym = (kind: Kind, text: string): string => {
    if (text === "") return text
    if (kind === "account") return accountPseudonym(text)
    const key = `${kind} ${text}`
    const before = known.get(key)
    if (before !== undefined) return before
    const n = (counts.get(kind) ?? 0) + 1
    counts.set(kind, n)
    const made = kind === "address" && text.includes("*") ? wildcard(n) : figures[kind](n)
    known.set(key, made)
    return made
  }
  /** An account key consists of server and uid. The uid stays. */
  const accountPseudonym = (text: string): string => {
    const space = text.indexOf(" ")
    return space < 0 ? text : `${pseudonym("url", text.slice(0, space))}${text.slice(space)}`
  }
  const replaced = (key: string, value: unknown): unknown => {
    if (typeof value === "string") return replacedText(key, value)
    if (Array.isArray(value)) return value.map((item) => replaced(key, item))
    if (typeof value !== "object" || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, replaced(name, item)]))
  }
  const replacedText = (key: string, text: string): string => {
    const kind = Object.hasOwn(personal, key) ? personal[key] : undefined
    if (kind !== undefined) return pseudonym(kind, text)
    if (key === "path") return routeOf(text)
    return plain.has(key) ? text : pseudonym("name", text)
  }
  return (event) => ({
    ...event,
    account: event.account === null ? null : accountPseudonym(event.account),
    payload: event.type === "PreferenceObserved" ? preference(event.payload, pseudonym) : replaced("", event.payload),
  })
}

/** Preferences are words of our own vocabulary, except the addresses of the private server and of networks. */
const preference = (payload: unknown, pseudonym: (kind: Kind, text: string) => string): unknown => {
  if (typeof payload !== "object" || payload === null) return payload
  const value: unknown = Reflect.get(payload, "value")
  const key: unknown = Reflect.get(payload, "key")
  if (typeof value !== "string") return payload
  if (key === "serverUrl") return { ...payload, value: pseudonym("url", value) }
  if (key !== SUBNETS_KEY) return payload
  return { ...payload, value: storedSubnets(subnetsIn(value).map((subnet) => pseudonym("address", subnet))) }
}
