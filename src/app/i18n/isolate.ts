const FIRST_STRONG_ISOLATE = "\u2068"
const RIGHT_TO_LEFT_ISOLATE = "\u2067"
const POP_ISOLATE = "\u2069"

/** Hebrew, Arabic and their kin: what turns a line of Latin text around. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/

/**
 * Keeps a value from changing the direction of the sentence it is put into (I18N-3). Left as it is where nothing can
 * happen, so that texts compare equal to what a person sees. A value with isolated values of its own is a text of the
 * language, and runs as the language does: what stands in isolates tells no direction, and the rest may be a colon.
 */
export const isolate = (value: string, direction: "ltr" | "rtl"): string => {
  if (direction === "ltr" && !rightToLeft.test(value)) return value
  const start = direction === "rtl" && value.includes(POP_ISOLATE) ? RIGHT_TO_LEFT_ISOLATE : FIRST_STRONG_ISOLATE
  return `${start}${value}${POP_ISOLATE}`
}

const FIRST_ISOLATED = new RegExp(`^([^]*?)${FIRST_STRONG_ISOLATE}([^]*?)${POP_ISOLATE}([^]*)$`)

/** A sentence by its first value that was isolated: what stands before it, itself, and what stands after it. Null without one. */
export const aroundValue = (sentence: string): readonly [before: string, value: string, after: string] | null => {
  const [, before, value, after] = FIRST_ISOLATED.exec(sentence) ?? []
  return before === undefined || value === undefined || after === undefined ? null : [before, value, after]
}
