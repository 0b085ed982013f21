import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"
import { isAccountKey } from "../values/identity.ts"
import { isBlank, legible } from "../values/legible.ts"
import { isServerUrl } from "../values/serverUrl.ts"

/** Schemas of parsed values in events: a server in normal form, and the key of an account (AUTH-13). */
export const ServerUrlSchema = Schema.String.pipe(Schema.refine(isServerUrl))
export const AccountKeySchema = Schema.String.pipe(Schema.refine(isAccountKey))

/** Names from outside that are longer, in UTF-16 units, are cut: a page cannot draw megabytes. */
const SHOWN_TEXT_MAX = 1_024

const shown = (text: string): string =>
  legible(text.length > SHOWN_TEXT_MAX ? `${text.slice(0, SHOWN_TEXT_MAX).replace(/[\ud800-\udbff]$/, "")}…` : text)

/**
 * A name or an address that another person has chosen, made displayable: without invisible characters (SEC-1), and
 * limited in length (CALL-2).
 */
export const ShownText = Schema.String.pipe(
  Schema.decodeTo(Schema.String, SchemaTransformation.transform({ decode: shown, encode: (text) => text })),
)

/** A name that may be unknown: "" when it has no visible characters. */
export const ShownNameOrNone = ShownText.pipe(
  Schema.decodeTo(
    Schema.String,
    SchemaTransformation.transform({ decode: (text) => (isBlank(text) ? "" : text), encode: (text) => text }),
  ),
)

interface Named {
  readonly id: string
  readonly did?: string
  readonly email?: string
  readonly name: string
}

/** The first of these texts with visible characters. */
export const firstSeen = (...texts: readonly string[]): string => texts.find((text) => !isBlank(text)) ?? "?"

const call = <Item extends Named>(item: Item): Item => {
  const { id, did = "", email = "", name } = item
  return isBlank(name) ? { ...item, name: firstSeen(email, id, did) } : item
}

/**
 * When a name has no visible characters, a device gets its id and an account its address instead, because people must
 * find them and screen readers must read them.
 */
export const called = <Item extends Schema.Codec<Named, unknown>>(item: Item) =>
  item.pipe(
    Schema.decodeTo(Schema.toType(item), SchemaTransformation.transform({ decode: call, encode: (value) => value })),
  )
