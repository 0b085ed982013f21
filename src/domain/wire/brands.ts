import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"
import { isAccountKey } from "../values/identity.ts"
import { legible } from "../values/legible.ts"
import { isServerUrl } from "../values/serverUrl.ts"

/** Schemas of parsed values inside events: a server in normal form, and the key of an account (AUTH-13). */
export const ServerUrlSchema = Schema.String.pipe(Schema.refine(isServerUrl))
export const AccountKeySchema = Schema.String.pipe(Schema.refine(isAccountKey))

/** A name or an address that somebody else has chosen, as it can be shown: nothing invisible in it (SEC-1). */
export const ShownText = Schema.String.pipe(
  Schema.decodeTo(Schema.String, SchemaTransformation.transform({ decode: legible, encode: (text) => text })),
)

const call = <Item extends { readonly id: string; readonly name: string }>(item: Item): Item =>
  item.name.trim() === "" ? { ...item, name: item.id } : item

/** Where nothing of a name can be seen the device is called by its id: it must be found, pressed and read out. */
export const called = <Item extends Schema.Codec<{ readonly id: string; readonly name: string }, unknown>>(
  item: Item,
) =>
  item.pipe(
    Schema.decodeTo(Schema.toType(item), SchemaTransformation.transform({ decode: call, encode: (told) => told })),
  )
