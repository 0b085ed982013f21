import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { ServerUrlSchema, ShownText } from "../../wire/brands.ts"

/**
 * The saved user of local storage key `user`: the only place of the session token (AUTH-11). `sessionId` links it to
 * the session of the log; `server` is its origin (AUTH-13).
 */
const SavedUserSchema = Schema.Struct({
  id: Schema.String,
  email: ShownText,
  name: ShownText,
  createdAt: Schema.Finite,
  loginAt: Schema.Finite,
  uid: Schema.String,
  token: Schema.String,
  type: Schema.Literal("main"),
  status: Schema.Literal("active"),
  server: ServerUrlSchema,
  sessionId: Schema.String,
})
export type SavedUser = typeof SavedUserSchema.Type

export const USER_KEY = "user"

const { server: _server, sessionId: _sessionId, ...plainFields } = SavedUserSchema.fields

/** Only the fields of AUTH-4, as another client may have written them. */
const decodePlain = Schema.decodeUnknownResult(Schema.fromJsonString(Schema.Struct(plainFields)))

/** A saved user without a server and a session. */
export const parsePlainUser = (text: string): Omit<SavedUser, "server" | "sessionId"> | null =>
  Result.getOrNull(decodePlain(text))

const decode = Schema.decodeUnknownResult(Schema.fromJsonString(SavedUserSchema))

/** The last result, because the same text is read before each request and at each turn of the outbox. */
let last: { readonly text: string; readonly user: SavedUser | null } | undefined

/** The saved user; null when there is none or it is unreadable. Without it no account is signed in. */
export const parseSavedUser = (text: string | null): SavedUser | null => {
  if (text === null) return null
  if (last?.text !== text) last = { text, user: Result.getOrNull(decode(text)) }
  return last.user
}
