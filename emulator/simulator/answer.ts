import { Redacted, Result, Schema } from "effect"
import type { CloudFailure } from "../../src/domain/ports/cloud.ts"
import { Answer, AnswerToken, type CallName, type CallReply, calls } from "../../src/domain/wire/cloud.ts"
import { refusalOf } from "../../src/domain/wire/status.ts"

/** Reads the JSON body of an answer as the cloud adapter does: a reply, a refusal, or nothing that can be read. */

type Reading<Name extends CallName> = Result.Result<CallReply<Name>, CloudFailure>

const decodeStatus = Schema.decodeUnknownResult(Answer)
const decodeToken = Schema.decodeUnknownResult(AnswerToken)

export const noReply = (kind: Extract<CloudFailure, { _tag: "NoReply" }>["kind"], field?: string): CloudFailure => ({
  _tag: "NoReply",
  kind,
  field,
})

const wrongShape = (error: Schema.SchemaError): CloudFailure => {
  const at = /at (\[.*\])/.exec(error.message)?.[1]
  return noReply("wrongShape", at ?? "body")
}

export const readAnswer = <Name extends CallName>(name: Name, body: unknown): Reading<Name> => {
  const status = decodeStatus(body)
  if (Result.isFailure(status)) return Result.fail(wrongShape(status.failure))
  const refusal = refusalOf(name, status.success.status)
  if (refusal !== undefined) {
    const token = decodeToken(body)
    const fresh = Result.isSuccess(token) ? token.success.token : undefined
    const freshToken = fresh === undefined ? undefined : Redacted.make(fresh)
    const failure: CloudFailure = { _tag: "Refused", status: status.success.status, refusal, freshToken }
    return Result.fail(failure)
  }
  return Result.mapError(Schema.decodeUnknownResult(calls[name].reply)(body), wrongShape)
}
