/**
 * The outcome of parsing input of a person or a program: a value, or the reason why it is none. Plain data without
 * libraries, because the first screen loads it first.
 */
export type Parsed<Value, Reason> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly reason: Reason }

export const valid = <const Value>(value: Value): { readonly ok: true; readonly value: Value } => ({ ok: true, value })

export const invalid = <Reason>(reason: Reason): { readonly ok: false; readonly reason: Reason } => ({
  ok: false,
  reason,
})

declare const brand: unique symbol

/** A string or number that has passed the parser of its name. Only type guards beside that parser create one. */
export type Branded<Base, Name extends string> = Base & { readonly [brand]: Name }
