import { Result, Schema } from "effect"
import { type CallName, calls } from "../../../src/domain/wire/cloud.ts"
import { EXPIRED_KEPT_MS, type RateLimit } from "../limits.ts"
import { takeOne } from "./rate.ts"
import type { CallContext } from "./records.ts"
import type { CloudAccount, CloudSession } from "./state.ts"
import { EXPIRED, MALFORMED, type Meanings, NO_SESSION, OK, TOO_OFTEN } from "./status.ts"

/** The outcome of a call: its reply with status 0, or a refusal. An expired activation returns a new token. */
export type CallOutcome<Reply> =
  | { readonly status: typeof OK; readonly reply: Reply }
  | { readonly status: number; readonly token?: string }

export interface CloudAnswer {
  readonly status: number
  /** The JSON body, including `status`. */
  readonly reply: Readonly<Record<string, unknown>>
  /** True when the call took effect: status 0. */
  readonly applied: boolean
  /** The body does not fit the call: HTTP 400. */
  readonly malformed: boolean
  /** The calling account, once it is known. */
  readonly uid: string | undefined
}

export type Limits = (call: CallName) => RateLimit
type Handler = (context: CallContext, body: unknown, limits: Limits) => CloudAnswer

/** The groups of the API document. */
export const groups = {
  session: "Session",
  devices: "Devices",
  own: "Own account",
  sub: "Sub-accounts",
  main: "Main accounts",
} as const
export type CallGroup = keyof typeof groups

/** One call of the mock cloud. */
export interface CloudCall {
  readonly group: CallGroup
  /** The effect of the call. */
  readonly about: string
  /** The statuses that it can answer, and their meanings. */
  readonly statuses: Meanings
  readonly answer: Handler
}

export const done = <Reply>(reply: Reply): CallOutcome<Reply> => ({ status: OK, reply })
export const refused = (status: number): { readonly status: number } => ({ status })

const answer = (outcome: CallOutcome<object>, uid: string | undefined): CloudAnswer => ({
  status: outcome.status,
  reply:
    "reply" in outcome
      ? { status: OK, ...outcome.reply }
      : { status: outcome.status, ...(outcome.token === undefined ? {} : { token: outcome.token }) },
  applied: outcome.status === OK,
  malformed: false,
  uid,
})

const malformed = (call: CallName, error: Schema.SchemaError): CloudAnswer => ({
  status: MALFORMED,
  reply: { status: MALFORMED, error: `${call}: ${error.message.replaceAll(/\s+/g, " ")}` },
  applied: false,
  malformed: true,
  uid: undefined,
})

type Body = Schema.ConstraintDecoder<unknown>
interface Spec<B extends Body, R extends Schema.Constraint> {
  readonly path: string
  readonly body: B
  readonly reply: R
}

const nameByPath = new Map<string, CallName>()
for (const [name, { path }] of Object.entries(calls)) if (isCallName(name)) nameByPath.set(path, name)
function isCallName(name: string): name is CallName {
  return Object.hasOwn(calls, name)
}

/** The call at this path, if any. */
export const callAt = (path: string): CallName | undefined => nameByPath.get(path)

const nameOf = (spec: { readonly path: string }): CallName => {
  const name = callAt(spec.path)
  if (name === undefined) throw new Error(`no call at ${spec.path}`)
  return name
}

/** A call without a session. `who` names the account for the rate limit, even an unknown one. */
export const open = <B extends Body, R extends Schema.Constraint>(
  spec: Spec<B, R>,
  who: (context: CallContext, body: B["Type"]) => string,
  apply: (context: CallContext, body: B["Type"]) => CallOutcome<R["Type"] & object>,
): Handler => {
  const call = nameOf(spec)
  const decode = Schema.decodeUnknownResult(spec.body)
  return (context, raw, limits) => {
    const body = decode(raw)
    if (Result.isFailure(body)) return malformed(call, body.failure)
    const key = who(context, body.success)
    const uid = context.state.accounts.has(key) ? key : undefined
    if (!takeOne(context.state, key, call, limits(call), context.now)) return answer(refused(TOO_OFTEN), uid)
    return answer(apply(context, body.success), uid)
  }
}

interface SessionBody {
  readonly uid: string
  readonly token: string
}

const sessionOf = (context: CallContext, { uid, token }: SessionBody): CloudSession | number => {
  const { sessions } = context.state
  const session = sessions.get(token)
  if (session === undefined || session.uid !== uid || session.expiresAt + EXPIRED_KEPT_MS <= context.now)
    return NO_SESSION
  if (session.expiresAt <= context.now) return EXPIRED
  // Keeps the map in the order of last use, so that the least recently used session is dropped first.
  sessions.delete(token)
  sessions.set(token, session)
  return session
}

/** A call of a signed-in account. Checks the session first, then the rate limit, then runs the call. */
export const session = <B extends Schema.ConstraintDecoder<SessionBody>, R extends Schema.Constraint>(
  spec: Spec<B, R>,
  apply: (context: CallContext, account: CloudAccount, body: B["Type"]) => CallOutcome<R["Type"] & object>,
): Handler => {
  const call = nameOf(spec)
  const decode = Schema.decodeUnknownResult(spec.body)
  return (context, raw, limits) => {
    const body = decode(raw)
    if (Result.isFailure(body)) return malformed(call, body.failure)
    const found = sessionOf(context, body.success)
    if (typeof found === "number") return answer(refused(found), undefined)
    const account = context.state.accounts.get(found.uid)
    if (account === undefined) return answer(refused(NO_SESSION), undefined)
    if (!takeOne(context.state, account.uid, call, limits(call), context.now))
      return answer(refused(TOO_OFTEN), account.uid)
    return answer(apply(context, account, body.success), account.uid)
  }
}
