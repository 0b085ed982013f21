import * as Schema from "effect/Schema"
import type { CallBody, CallName } from "../wire/cloud.ts"

type SessionCall = {
  readonly [Name in CallName]: "uid" extends keyof CallBody<Name> ? Name : never
}[CallName]

/** An intent for one call of the cloud; `fields` are those of its body without the credentials. */
export const cloudIntent = <const Call extends SessionCall, const Fields extends Schema.Struct.Fields>(
  call: Call,
  fields: Fields,
) => Schema.Struct({ call: Schema.Literal(call), input: Schema.Struct(fields) })

/** The fields of a call's body without the credentials, which are added at sending only. */
export const inputFields = <Fields extends Schema.Struct.Fields>({ fields }: { readonly fields: Fields }) => {
  const { uid: _uid, token: _token, ...rest } = fields
  return rest
}
