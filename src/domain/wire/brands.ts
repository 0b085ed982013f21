import { Schema } from "effect"
import { isAccountKey } from "../values/identity.ts"
import { isServerUrl } from "../values/serverUrl.ts"

/** Schemas of parsed values inside events: a server in normal form, and the key of an account (AUTH-13). */
export const ServerUrlSchema = Schema.String.pipe(Schema.refine(isServerUrl))
export const AccountKeySchema = Schema.String.pipe(Schema.refine(isAccountKey))
