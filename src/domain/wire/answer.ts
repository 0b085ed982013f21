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

/** Reads the sound parts of a reply that cannot be decoded as a whole. */

type Fields = Readonly<Record<string, unknown>>

/** Finds all odd fields of an item, because a list in it may hold many. */
const all = { errors: "all" } as const
const device = Schema.decodeUnknownResult(DeviceItem, all)

/** The lists in each reply. */
const lists: Partial<Record<CallName, Readonly<Record<string, Decode>>>> = {
  loginWithToken: { devices: device, subdevices: device },
  get_subaccount_list: {
    devices: Schema.decodeUnknownResult(NamedDeviceItem, all),
    accounts: Schema.decodeUnknownResult(SubAccountItem, all),
  },
  get_main_accounts: { result: Schema.decodeUnknownResult(MainAccountItem) },
}

/**
 * Decodes a reply without its unreadable list items and optional fields. A list field that holds no list counts as
 * empty, if another list of the reply is one. Null where that does not help.
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
 * The failures of a call. `Refused`: a decoded status other than 0, so nothing was done. `freshToken` comes only with
 * an expired sign-up code. It stays in memory, and its type keeps it out of every printed error. `NoReply`: everything
 * else, and always ambiguous: the server may have applied the request. `field` names the place of the fault in an
 * undecodable reply (CALL-2).
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
      /** The HTTP error of a reached server (MSG-3). */
      readonly httpStatus?: number
      /** The server asked to wait before the next request. */
      readonly wait?: AskedWait
    }

/**
 * `ms`: the length of the wait, null where the server gave none. `isUndone`: the server rejected the request before
 * doing anything.
 */
export interface AskedWait {
  readonly ms: number | null
  readonly isUndone: boolean
}

/** A reply over HTTP: the status, and the text of the body when the status is OK. */
export interface HttpAnswer {
  readonly status: number
  readonly text: string | undefined
  /** The wait that the server asks for by `Retry-After`, ms. */
  readonly waitMs?: number | null
  /** The time by the server's clock, ms; unset where a browser may not read it. */
  readonly servedAt?: number | null
}

/** True for a reply that is not in our protocol: from a captive portal, a broken proxy, or a server of another kind. */
export const isUnreadable = (failure: CloudFailure): boolean =>
  failure._tag === "NoReply" && UNREADABLE.has(failure.kind)
const UNREADABLE: ReadonlySet<Silence> = new Set(["notJson", "wrongShape", "tooLarge"])

/** The HTTP status of a failure without other information, as an event records it. */
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

/** The HTTP statuses of a server without the call: an extension may be missing (SUB-4). */
const NO_SUCH_CALL: ReadonlySet<number> = new Set([404, 405, 501])
const EXTENSIONS: ReadonlySet<CallName> = new Set(["update_subaccount_email"])

const TOO_MANY_REQUESTS = 429

/** After 429 nothing was done. For another error with a wait that is unknown. */
const waitOf = ({ status, waitMs = null }: HttpAnswer): AskedWait | undefined => {
  if (status === TOO_MANY_REQUESTS) return { ms: waitMs, isUndone: true }
  return waitMs === null ? undefined : { ms: waitMs, isUndone: false }
}

/** Reads a reply: its fields, a refusal, or the reason why it cannot be used. No received value gets into a failure. */
export const readAnswer = <Name extends CallName>(name: Name, answer: HttpAnswer): Reading<Name> => {
  const { status, text, servedAt } = answer
  if (text === undefined) {
    if (EXTENSIONS.has(name) && NO_SUCH_CALL.has(status)) return Result.fail(refused(status, "unsupported"))
    const wait = waitOf(answer)
    const answered: Unanswered = { ...noReply("http"), httpStatus: status }
    return Result.fail(wait === undefined ? answered : { ...answered, wait })
  }
  const read = Result.flatMap(parseJson(text), (body) => readBody(name, body, answer.waitMs))
  // Only this reply holds times that are compared with the clock of this computer.
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
  // "Too often" with a wait is treated as 429: nothing is sent before its end.
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

/** Keeps only known fields. A schema without fields would accept every field. */
const only = (names: readonly string[], body: unknown): Readonly<Record<string, unknown>> => {
  const own = Object.entries(typeof body === "object" && body !== null ? body : {})
  return Object.fromEntries(own.filter(([name]) => names.includes(name)))
}

/** The reply to an expired activation code holds the token for the next attempt (AUTH-7). */
const freshTokenOf = (name: CallName, refusal: Refusal, body: unknown): string | undefined => {
  if (name !== "verify_activation" || refusal !== "codeExpired") return undefined
  const decoded = decodeToken(body)
  return Result.isSuccess(decoded) ? decoded.success.token : undefined
}

const wrongShape = (name: CallName, { issue }: Schema.SchemaError): CloudFailure =>
  noReply("wrongShape", [name, ...pathOf(issue)].map(String).join("."))
