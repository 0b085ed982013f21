import * as Schema from "effect/Schema"
import { asBefore, type EventOf } from "../../event/event.ts"
import { AccountKeySchema, ServerUrlSchema } from "../../wire/brands.ts"

/** Reasons in logs of earlier releases. */
const SignInFailure = Schema.Literals(["tooOften", "notActivated", "invalidCredentials", "signInFailed"])

/** `lost`: the saved user is gone from this browser, although no server ended the session. */
const EndReason = Schema.Literals(["person", "refused", "serverChanged", "replaced", "accountDeleted", "lost"])
export type EndReason = typeof EndReason.Type

/**
 * A session in the log has its own id and no credential. Only local storage key `user` holds the token, so a log
 * without that key holds a session that cannot send anything.
 */
export const sessionEvents = {
  /** This event and the next are from earlier releases, in which signing in was not a flow. */
  SignInStarted: { v: 1, origin: "person", sign: ["info", "off"], payload: Schema.Struct({ server: ServerUrlSchema }) },
  SignInFailed: { v: 1, origin: "cloud", sign: ["refused", "bad"], payload: Schema.Struct({ reason: SignInFailure }) },
  SignedIn: {
    v: 1,
    origin: "cloud",
    sign: ["confirmed", "ok"],
    payload: Schema.Struct({
      sessionId: Schema.String,
      server: ServerUrlSchema,
      uid: Schema.String,
      serverType: Schema.Literals(["public", "private"]),
      name: Schema.String,
      email: Schema.String,
      createdAt: Schema.Finite,
    }),
  },
  /** Fields that the server reported differently at a renewal. */
  ProfileRead: {
    v: 1,
    origin: "cloud",
    sign: ["online", "off"],
    payload: Schema.Struct({
      sessionId: Schema.String,
      /** The time when the read began, ms. */
      begunAt: Schema.Finite,
      begunSeq: Schema.optionalKey(Schema.Int),
      name: Schema.optionalKey(Schema.String),
      email: Schema.optionalKey(Schema.String),
      createdAt: Schema.optionalKey(Schema.Finite),
    }),
  },
  SignedOut: {
    v: 2,
    origin: "person",
    sign: ["disabled", "off"],
    payload: Schema.Struct({ sessionId: Schema.String, reason: EndReason }),
    upcast: { 1: asBefore },
  },
  /** The code that deletes the account was sent. Whatever the reply, the account may be gone. */
  DeletionSent: { v: 1, origin: "person", sign: ["info", "off"], payload: Schema.Struct({ sessionId: Schema.String }) },
  /** The server replied that it deleted nothing. */
  DeletionRefused: {
    v: 1,
    origin: "cloud",
    sign: ["refused", "bad"],
    payload: Schema.Struct({ sessionId: Schema.String }),
  },
  /** The server has deleted the account. This mark goes only when all local data of the account is erased. */
  AccountDeleted: {
    v: 1,
    origin: "cloud",
    sign: ["info", "off"],
    payload: Schema.Struct({ account: AccountKeySchema }),
  },
  /** For a new log: an account that signed in here, and its e-mail (ACCOUNT-4). */
  AccountRemembered: {
    v: 1,
    origin: "app",
    sign: ["info", "off"],
    payload: Schema.Struct({ account: AccountKeySchema, email: Schema.String }),
  },
  GuestEntered: { v: 1, origin: "person", sign: ["info", "off"], payload: Schema.Struct({}) },
} as const

export type SessionEvent = EventOf<typeof sessionEvents>
