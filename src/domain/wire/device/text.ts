import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { invalid, type Parsed, valid } from "../../values/parsed.ts"

/** JSON as bytes, and decoding by a schema: common to datagrams, messages and heads of chunks. */

const encoder = new TextEncoder()
const decoder = new TextDecoder("utf-8", { fatal: true })

export const toBytes = (value: unknown): Uint8Array => encoder.encode(JSON.stringify(value))

const parse = (bytes: Uint8Array): unknown => {
  try {
    return JSON.parse(decoder.decode(bytes))
  } catch {
    return undefined
  }
}

/** A reader for one schema. It drops unknown fields, so that a later version may add some. */
export const readerOf = <S extends Schema.ConstraintDecoder<unknown>>(
  schema: S,
): ((bytes: Uint8Array) => Parsed<S["Type"], "bad-message">) => {
  const decode = Schema.decodeUnknownResult(schema)
  return (bytes) => {
    const read = decode(parse(bytes))
    return Result.isSuccess(read) ? valid(read.success) : invalid("bad-message")
  }
}

const hex = (length: number) => Schema.String.check(Schema.isPattern(new RegExp(`^[0-9a-f]{${length}}$`)))
const MD5_LENGTH = 32

export const Hash = hex(MD5_LENGTH)
export const hexOf = hex
/** A MAC address in normal form. */
export const MacText = Schema.String.check(Schema.isPattern(/^[0-9A-F]{2}(?::[0-9A-F]{2}){5}$/))
export const textUpTo = (length: number) => Schema.String.check(Schema.isMaxLength(length))
export const Natural = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }))
export const naturalUpTo = (maximum: number) => Schema.Int.check(Schema.isBetween({ minimum: 0, maximum }))
