import { Result, Schema, SchemaIssue } from "effect"
import { invalid, type Parsed, valid } from "../../src/domain/values/parsed.ts"
import { DeviceKind, DeviceMode, Power } from "../model/devices/record.ts"
import { scenarios } from "../model/scenario/names.ts"

/** Bodies of the control API and their decoding. An unknown field is an error. */

/** Most devices that one request may add, and farthest step of the clock, ms. */
const DEVICES_MAX = 100_000
const ADVANCE_MAX_MS = 10 * 365 * 24 * 60 * 60_000

const Build = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }))

export const NewDevicesRequest = Schema.Struct({
  count: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: DEVICES_MAX })),
  kind: DeviceKind,
  name: Schema.optionalKey(Schema.String),
  model: Schema.optionalKey(Schema.Int),
  build: Schema.optionalKey(Build),
  owner: Schema.optionalKey(Schema.String),
  did: Schema.optionalKey(Schema.String.check(Schema.isPattern(/^[a-z0-9-]{1,48}$/))),
})

export const DeviceRequest = Schema.Struct({
  power: Schema.optionalKey(Power),
  name: Schema.optionalKey(Schema.String),
  passcode: Schema.optionalKey(Schema.String),
  build: Schema.optionalKey(Build),
  mode: Schema.optionalKey(DeviceMode),
  lastSeen: Schema.optionalKey(Schema.Finite),
})

export const ClockRequest = Schema.Struct({
  advanceMs: Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: ADVANCE_MAX_MS })),
})

export const ResetRequest = Schema.Struct({
  scenario: Schema.optionalKey(Schema.Literals(scenarios)),
  seed: Schema.optionalKey(Schema.Int),
  devices: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: DEVICES_MAX }))),
  /** True when a renewal of a session ends the token that it used. */
  rotateTokens: Schema.optionalKey(Schema.Boolean),
})

const format = SchemaIssue.makeFormatterStandardSchemaV1({
  leafHook: (issue) => {
    if (issue._tag === "UnexpectedKey") return "there is no such field"
    return issue._tag === "MissingKey" ? "is missing" : SchemaIssue.defaultLeafHook(issue)
  },
})

/** The first wrong field and all its problems, on one line. */
const problemOf = (issue: SchemaIssue.Issue): string => {
  const { issues } = format(issue)
  const named = issues.map(({ path = [], message }) => ({ field: path.map(String).join("."), message }))
  const field = named[0]?.field ?? ""
  const messages = named.filter((one) => one.field === field).map(({ message }) => message)
  return `${field === "" ? "the body" : field}: ${messages.join("; ")}`.replaceAll(/\s+/g, " ")
}

export const decodeBody = <S extends Schema.ConstraintDecoder<unknown>>(
  schema: S,
  body: unknown,
): Parsed<S["Type"], string> => {
  const read = Schema.decodeUnknownResult(schema, { onExcessProperty: "error" })(body)
  return Result.isFailure(read) ? invalid(problemOf(read.failure.issue)) : valid(read.success)
}
