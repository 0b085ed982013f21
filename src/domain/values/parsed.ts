/**
 * The outcome of parsing what a person or a machine wrote: a value, or the reason it is none.
 * Plain data and free of libraries, because the first screen loads it before anything else.
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

/** A string or number that has passed the parser of its name; only type guards beside that parser make one. */
export type Branded<Base, Name extends string> = Base & { readonly [brand]: Name }
