import * as fc from "fast-check"

/** Any text: ASCII, astral characters, lone surrogates, blanks. */
export const anyText = fc.oneof(
  fc.string(),
  fc.string({ unit: "binary" }),
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 20 }).map((units) => String.fromCharCode(...units)),
)
export const blank = fc.constantFrom("", " ", "\t", "\n", "\u00a0", "  ")
export const digits = (length: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length }).map((list) => list.join(""))

export const reasonOf = (parsed: { readonly ok: boolean; readonly reason?: string }) =>
  parsed.ok ? "valid" : parsed.reason
