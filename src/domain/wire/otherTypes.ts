/**
 * The same value in types that other programs use in place of each other: `42` for `"42"`, `"1"` for 1, 1 for true
 * (CALL-2). A number beyond the safe integers has lost digits and is not converted.
 */
export const inOtherTypes = (value: unknown): readonly unknown[] => {
  if (typeof value === "object") return []
  const number = Number(value)
  if (String(number) !== String(value) || Math.abs(number) > Number.MAX_SAFE_INTEGER) return []
  return typeof value === "string" ? [number] : [String(value), value !== 0]
}
