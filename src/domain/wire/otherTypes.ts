/** A whole number or a fraction as JSON writes it, so that nothing is lost on the way back. */
const NUMBER = /^-?(?:0|[1-9][0-9]{0,15})(?:\.[0-9]{1,6})?$/

const isExact = (number: number): boolean => Math.abs(number) <= Number.MAX_SAFE_INTEGER

/**
 * What a value says in the types that other programs write for each other: `42` for `"42"`, `"1"` for 1, 1 for true (CALL-2).
 * A number beyond the safe ones has lost digits on its way and says nothing.
 */
export const inOtherTypes = (value: unknown): readonly unknown[] => {
  if (typeof value === "number") return ofNumber(value)
  if (typeof value !== "string") return []
  if (value === "true" || value === "false") return [value === "true"]
  return NUMBER.test(value) && isExact(Number(value)) ? [Number(value), ...ofBit(Number(value))] : []
}

const ofNumber = (number: number): readonly unknown[] =>
  Number.isSafeInteger(number) ? [String(number), ...ofBit(number)] : []

const ofBit = (number: number): readonly boolean[] => (number === 0 || number === 1 ? [number === 1] : [])
