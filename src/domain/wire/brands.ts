import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"
import { isAccountKey } from "../values/identity.ts"
import { isBlank, legible } from "../values/legible.ts"
import { isServerUrl } from "../values/serverUrl.ts"

/** Schemas of parsed values inside events: a server in normal form, and the key of an account (AUTH-13). */
export const ServerUrlSchema = Schema.String.pipe(Schema.refine(isServerUrl))
export const AccountKeySchema = Schema.String.pipe(Schema.refine(isAccountKey))

/** A name of the world that is longer, in UTF-16 units, is cut there: a page cannot draw megabytes. */
const SHOWN_TEXT_MAX = 1_024

const shown = (text: string): string =>
  legible(text.length > SHOWN_TEXT_MAX ? `${text.slice(0, SHOWN_TEXT_MAX).replace(/[\ud800-\udbff]$/, "")}…` : text)

/** A name or an address that another person has chosen, as it can be shown: nothing invisible in it (SEC-1), nothing endless (CALL-2). */
export const ShownText = Schema.String.pipe(
  Schema.decodeTo(Schema.String, SchemaTransformation.transform({ decode: shown, encode: (text) => text })),
)

interface Named {
  readonly id: string
  readonly did?: string
  readonly email?: string
  readonly name: string
}

/** The first of these of which something can be seen. */
const call = <Item extends Named>(item: Item): Item => {
  const { id, did = "", email = "", name } = item
  return isBlank(name) ? { ...item, name: [email, id, did].find((other) => !isBlank(other)) ?? "?" } : item
}

/** Where nothing of a name can be seen, a device is called by its id and an account by its address: both must be found and read out. */
export const called = <Item extends Schema.Codec<Named, unknown>>(item: Item) =>
  item.pipe(
    Schema.decodeTo(Schema.toType(item), SchemaTransformation.transform({ decode: call, encode: (value) => value })),
  )
