import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type * as SchemaIssue from "effect/SchemaIssue"
import { Answer, AnswerToken, type CallName, type CallReply, calls } from "./cloud.ts"
import { type Refusal, refusalOf } from "./status.ts"

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
    }

/** What came over the network: an HTTP status, and the text of the body when that status is OK. */
export interface HttpAnswer {
  readonly status: number
  readonly text: string | undefined
}

type Silence = Extract<CloudFailure, { _tag: "NoReply" }>["kind"]
type Reading<Name extends CallName> = Result.Result<CallReply<Name>, CloudFailure>

export const noReply = (kind: Silence, field?: string): CloudFailure => ({ _tag: "NoReply", kind, field })

const refused = (status: number, refusal: Refusal, freshToken?: string): CloudFailure => ({
  _tag: "Refused",
  status,
  refusal,
  freshToken: freshToken === undefined ? undefined : Redacted.make(freshToken, { label: "token" }),
})

/** The answers by which a server says that it has no such call; an extension may be missing (SUB-4). */
const NO_SUCH_CALL: ReadonlySet<number> = new Set([404, 405, 501])
const EXTENSIONS: ReadonlySet<CallName> = new Set(["update_subaccount_email"])

/** Reads an answer: the reply of this call, a refusal, or why it says nothing. No value of it reaches a failure. */
export const readAnswer = <Name extends CallName>(name: Name, { status, text }: HttpAnswer): Reading<Name> => {
  if (text === undefined) {
    const unsupported = EXTENSIONS.has(name) && NO_SUCH_CALL.has(status)
    return Result.fail(unsupported ? refused(status, "unsupported") : noReply("http"))
  }
  return Result.flatMap(parseJson(text), (body) => readBody(name, body))
}

const parseJson = (text: string): Result.Result<unknown, CloudFailure> =>
  Result.try({ try: (): unknown => JSON.parse(text), catch: () => noReply("notJson") })

const decodeStatus = Schema.decodeUnknownResult(Answer)
const decodeToken = Schema.decodeUnknownResult(AnswerToken)

const readBody = <Name extends CallName>(name: Name, body: unknown): Reading<Name> => {
  const answer = decodeStatus(body)
  if (Result.isFailure(answer)) return Result.fail(wrongShape(name, answer.failure))
  const { status } = answer.success
  const refusal = refusalOf(name, status)
  if (refusal !== undefined) return Result.fail(refused(status, refusal, freshTokenOf(name, refusal, body)))
  const { reply } = calls[name]
  const decoded = Schema.decodeUnknownResult(reply)(only(Object.keys(reply.fields), body))
  return Result.mapError(decoded, (error) => wrongShape(name, error))
}

/** A schema without fields would let every field through, so that the unknown ones are dropped before it looks. */
const only = (names: readonly string[], body: unknown): object => {
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

/** Where the first thing went wrong. Paths hold the names and indexes of our own schemas, nothing that was sent. */
const pathOf = (issue: SchemaIssue.Issue): readonly PropertyKey[] => {
  switch (issue._tag) {
    case "Pointer":
      return [...issue.path, ...pathOf(issue.issue)]
    case "Filter":
    case "Encoding":
      return pathOf(issue.issue)
    case "Composite":
    case "AnyOf": {
      const [first] = issue.issues
      return first === undefined ? [] : pathOf(first)
    }
    default:
      return []
  }
}
