const FIRST_STRONG_ISOLATE = "\u2068"
const RIGHT_TO_LEFT_ISOLATE = "\u2067"
const POP_ISOLATE = "\u2069"

/** Hebrew, Arabic and their kin, those beyond the basic plane too, and marks: what turns a line of Latin text around. */
const rightToLeft = /[\u0590-\u08ff\u200f\u2067\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/** Overrides and embeddings, which no text of ours has. */
const overriding = /[\u202a-\u202e]/g
const isolating = /[\u2066-\u2069]/g

const isBalanced = (marks: readonly string[]): boolean => {
  let depth = 0
  for (const mark of marks) {
    depth += mark === POP_ISOLATE ? -1 : 1
    if (depth < 0) return false
  }
  return depth === 0
}

/** A value without marks that would turn what is after it: the isolates of sentences of ours are whole, and stay. */
const contained = (value: string): string => {
  const plain = value.replace(overriding, "")
  return isBalanced(plain.match(isolating) ?? []) ? plain : plain.replace(isolating, "")
}

/**
 * Keeps a value from changing the direction of the sentence it is put into (I18N-3). Left as it is where nothing can
 * happen, so that texts compare equal to what a person sees. A value with isolated values of its own is a text of the
 * language, and runs as the language does: what is in isolates tells no direction, and the rest may be a colon.
 */
export const isolate = (text: string, direction: "ltr" | "rtl"): string => {
  const value = contained(text)
  if (direction === "ltr" && !rightToLeft.test(value)) return value
  const start = direction === "rtl" && value.includes(POP_ISOLATE) ? RIGHT_TO_LEFT_ISOLATE : FIRST_STRONG_ISOLATE
  return `${start}${value}${POP_ISOLATE}`
}

const FIRST_ISOLATED = new RegExp(`^([^]*?)${FIRST_STRONG_ISOLATE}([^]*?)${POP_ISOLATE}([^]*)$`)

/** A sentence by its first value that was isolated: what is before it, itself, and what is after it. Null without one. */
export const aroundValue = (sentence: string): readonly [before: string, value: string, after: string] | null => {
  const [, before, value, after] = FIRST_ISOLATED.exec(sentence) ?? []
  return before === undefined || value === undefined || after === undefined ? null : [before, value, after]
}
