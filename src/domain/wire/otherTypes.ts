/**
 * What a value says in the types that other programs write for each other: `42` for `"42"`, `"1"` for 1, 1 for true (CALL-2).
 * A number beyond the safe ones has lost digits on its way and says nothing.
 */
export const inOtherTypes = (value: unknown): readonly unknown[] => {
  const number = Number(value)
  if (typeof value === "object" || String(number) !== String(value) || Math.abs(number) > Number.MAX_SAFE_INTEGER)
    return []
  return typeof value === "string" ? [number] : [String(value), value !== 0]
}
