import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import {
  Answer,
  AnswerToken,
  type CallName,
  type CallReply,
  calls,
  DeviceItem,
  MainAccountItem,
  NamedDeviceItem,
  SubAccountItem,
  type Unread,
} from "./cloud.ts"
import {
  type Decode,
  isFields,
  listIn,
  noList,
  pathOf,
  problemOf,
  type ReadList,
  readItems,
  readRepaired,
} from "./items.ts"
import { readJson } from "./json.ts"
import { type Refusal, refusalOf } from "./status.ts"

/** What can be read of an answer that cannot be read as a whole. */

type Fields = Readonly<Record<string, unknown>>

/** All that is odd in an item is looked for, because a list in it may hold many odd ones. */
const all = { errors: "all" } as const
const device = Schema.decodeUnknownResult(DeviceItem, all)

/** The lists that an answer holds. */
const lists: Partial<Record<CallName, Readonly<Record<string, Decode>>>> = {
  loginWithToken: { devices: device, subdevices: device },
  get_subaccount_list: {
    devices: Schema.decodeUnknownResult(NamedDeviceItem, all),
    accounts: Schema.decodeUnknownResult(SubAccountItem, all),
  },
  get_main_accounts: { result: Schema.decodeUnknownResult(MainAccountItem) },
}

/**
 * The fields without the items of their lists, and the fields that may be missing, that cannot be read. A list that is
 * none is an empty one, as long as another list of the answer is one. Null where that does not help.
 */
const readParts = (
  name: CallName,
  body: Fields,
  decode: Decode,
): { readonly fields: Fields; readonly unread: Unread | undefined } | null => {
  const read = new Map<string, ReadList>()
  for (const [field, item] of Object.entries(lists[name] ?? {})) {
    const values = Object.hasOwn(body, field) ? listIn(body[field]) : undefined
    read.set(field, values === undefined ? noList : readItems(item, values))
  }
  if (read.size > 0 && [...read.values()].every((list) => list === noList)) return null
  const repaired = readRepaired(decode, { ...body, ...mapped(read, ({ items }) => items) })
  if (repaired.read === undefined || !isFields(repaired.read.value)) return null
  const paths = [...read].flatMap(([field, list]) => list.paths.map((path) => [field, ...path]))
  if (repaired.path !== undefined) paths.push([...repaired.path.map(String)])
  const odd = [...read].filter(([, { leftOut }]) => leftOut.count > 0)
  const unreadLists = mapped(new Map(odd), ({ leftOut }) => leftOut)
  return {
    fields: repaired.read.value,
    unread: paths.length === 0 ? undefined : { lists: unreadLists, problem: problemOf(name, paths) },
  }
}

const mapped = <A, B>(entries: ReadonlyMap<string, A>, to: (value: A) => B): Readonly<Record<string, B>> =>
  Object.fromEntries([...entries].map(([key, value]) => [key, to(value)]))

/**
 * What a call can fail with. `Refused`: a decoded status other than 0, so nothing was done. `freshToken` comes only
 * with an expired sign-up code. It stays in memory, and its type keeps it out of every print of the error. `NoReply`:
 * everything else, and always ambiguous: the server may have done it. `field` names where an undecodable reply went
 * wrong (CALL-2).
 */
export type CloudFailure =
  | {
      readonly _tag: "Refused"
      readonly status: number
      readonly refusal: Refusal
      readonly freshToken: Redacted.Redacted | undefined
    }
  | {
      readonly _tag: "NoReply"
      readonly kind: "network" | "timeout" | "http" | "notJson" | "wrongShape" | "tooLarge"
      readonly field: string | undefined
      /** Of an `http` answer: a server that answers so was reached (MSG-3). */
      readonly httpStatus?: number
      /** The server asked to wait before anything else is sent. */
      readonly wait?: AskedWait
    }

/** `ms`: how long, null where that is not said. `isUndone`: the request was turned away before anything was done. */
export interface AskedWait {
  readonly ms: number | null
  readonly isUndone: boolean
}

/** What came over the network: an HTTP status, and the text of the body when that status is OK. */
export interface HttpAnswer {
  readonly status: number
  readonly text: string | undefined
  /** How long the server asks to wait by `Retry-After`, ms. */
  readonly waitMs?: number | null
  /** The time by the server's clock, ms; unset where a browser may not read it. */
  readonly servedAt?: number | null
}

/** Something answered, and not in our language: a captive portal, a broken proxy, a server of another kind. */
export const isUnreadable = (failure: CloudFailure): boolean =>
  failure._tag === "NoReply" && UNREADABLE.has(failure.kind)
const UNREADABLE: ReadonlySet<Silence> = new Set(["notJson", "wrongShape", "tooLarge"])

/** The HTTP status of a failure that is no more than that, as an event records it. */
export const httpStatusOf = (failure: CloudFailure): { readonly httpStatus?: number } =>
  failure._tag === "NoReply" && failure.wait === undefined && failure.httpStatus !== undefined
    ? { httpStatus: failure.httpStatus }
    : {}

type Unanswered = Extract<CloudFailure, { _tag: "NoReply" }>
type Silence = Unanswered["kind"]
type Reading<Name extends CallName> = Result.Result<CallReply<Name>, CloudFailure>

export const noReply = (kind: Silence, field?: string): Unanswered => ({ _tag: "NoReply", kind, field })

const refused = (status: number, refusal: Refusal, freshToken?: string): CloudFailure => ({
  _tag: "Refused",
  status,
  refusal,
  freshToken: freshToken === undefined ? undefined : Redacted.make(freshToken, { label: "token" }),
})

/** The answers by which a server says that it has no such call; an extension may be missing (SUB-4). */
const NO_SUCH_CALL: ReadonlySet<number> = new Set([404, 405, 501])
const EXTENSIONS: ReadonlySet<CallName> = new Set(["update_subaccount_email"])

const TOO_MANY_REQUESTS = 429

/** 429 turns a request away; whether another error with a time came before or after the work is done is not known. */
const waitOf = ({ status, waitMs = null }: HttpAnswer): AskedWait | undefined => {
  if (status === TOO_MANY_REQUESTS) return { ms: waitMs, isUndone: true }
  return waitMs === null ? undefined : { ms: waitMs, isUndone: false }
}

/** Reads an answer: the reply of this call, a refusal, or why it says nothing. No value of it reaches a failure. */
export const readAnswer = <Name extends CallName>(name: Name, answer: HttpAnswer): Reading<Name> => {
  const { status, text, servedAt } = answer
  if (text === undefined) {
    if (EXTENSIONS.has(name) && NO_SUCH_CALL.has(status)) return Result.fail(refused(status, "unsupported"))
    const wait = waitOf(answer)
    const answered: Unanswered = { ...noReply("http"), httpStatus: status }
    return Result.fail(wait === undefined ? answered : { ...answered, wait })
  }
  const read = Result.flatMap(parseJson(text), (body) => readBody(name, body, answer.waitMs))
  // Of all answers this one alone holds times that are compared with the clock of this computer.
  return name === "loginWithToken" && typeof servedAt === "number"
    ? Result.map(read, (reply) => ({ ...reply, servedAt }))
    : read
}

const parseJson = (text: string): Result.Result<unknown, CloudFailure> =>
  Result.try({ try: () => readJson(text), catch: () => noReply("notJson") })

const decodeStatus = Schema.decodeUnknownResult(Answer)
const decodeToken = Schema.decodeUnknownResult(AnswerToken)

const readBody = <Name extends CallName>(name: Name, body: unknown, waitMs: HttpAnswer["waitMs"]): Reading<Name> => {
  const answer = decodeStatus(body)
  if (Result.isFailure(answer)) return Result.fail(wrongShape(name, answer.failure))
  const { status } = answer.success
  const refusal = refusalOf(name, status)
  // "Too often" with a time is what 429 is: the time counts, and nothing is sent before it.
  if (refusal === "tooOften" && typeof waitMs === "number")
    return Result.fail({ ...noReply("http"), wait: { ms: waitMs, isUndone: true } })
  if (refusal !== undefined) return Result.fail(refused(status, refusal, freshTokenOf(name, refusal, body)))
  const { reply } = calls[name]
  const decode = Schema.decodeUnknownResult(reply)
  const fields = only(Object.keys(reply.fields), body)
  const whole = decode(fields)
  const parts = Result.isSuccess(whole) ? null : readParts(name, fields, decode)
  if (parts === null) return Result.mapError(whole, (error) => wrongShape(name, error))
  return Result.mapBoth(decode(parts.fields), {
    onSuccess: (read) => (parts.unread === undefined ? read : { ...read, unread: parts.unread }),
    onFailure: (error) => wrongShape(name, error),
  })
}

/** A schema without fields would let every field through, so that the unknown ones are dropped before it looks. */
const only = (names: readonly string[], body: unknown): Readonly<Record<string, unknown>> => {
  const own = Object.entries(typeof body === "object" && body !== null ? body : {})
  return Object.fromEntries(own.filter(([name]) => names.includes(name)))
}

/** An expired activation code comes with the token of the next try (AUTH-7). */
const freshTokenOf = (name: CallName, refusal: Refusal, body: unknown): string | undefined => {
  if (name !== "verify_activation" || refusal !== "codeExpired") return undefined
  const decoded = decodeToken(body)
  return Result.isSuccess(decoded) ? decoded.success.token : undefined
}

const wrongShape = (name: CallName, { issue }: Schema.SchemaError): CloudFailure =>
  noReply("wrongShape", [name, ...pathOf(issue)].map(String).join("."))
