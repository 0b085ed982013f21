const FIRST_STRONG_ISOLATE = "\u2068"
const RIGHT_TO_LEFT_ISOLATE = "\u2067"
const POP_ISOLATE = "\u2069"

/**
 * Characters that turn a line of Latin text around: Hebrew, Arabic and their kin, also beyond the basic plane, and
 * marks.
 */
const rightToLeft = /[\u0590-\u08ff\u200f\u2067\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/** Overrides and embeddings, which our texts never have. */
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

/** A value without marks that would turn the text after it. Our own sentences have balanced isolates, which stay. */
const contained = (value: string): string => {
  const plain = value.replace(overriding, "")
  return isBalanced(plain.match(isolating) ?? []) ? plain : plain.replace(isolating, "")
}

/**
 * Keeps a value from changing the direction of the sentence around it (I18N-3). Leaves the value as it is where nothing
 * can happen, so that texts compare equal to the visible ones. A value with isolated values of its own is a text of the
 * language and runs as the language does: isolates have no direction, and the rest may be only a colon.
 */
export const isolate = (text: string, direction: "ltr" | "rtl"): string => {
  const value = contained(text)
  if (direction === "ltr" && !rightToLeft.test(value)) return value
  const start = direction === "rtl" && value.includes(POP_ISOLATE) ? RIGHT_TO_LEFT_ISOLATE : FIRST_STRONG_ISOLATE
  return `${start}${value}${POP_ISOLATE}`
}

/** Letters that are written from left to right. */
const leftToRight = /[\p{L}--[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]]/v

const OPENING = /^[\u2066-\u2068]$/

/** A piece of a sentence. `isValue`: it runs against the direction of the sentence. */
export interface SentencePiece {
  readonly text: string
  readonly isValue: boolean
}

/**
 * Splits a sentence at its isolates. A value that runs the other way is a piece of its own; all else stays with the
 * sentence.
 */
export const piecesOf = (sentence: string, direction: "ltr" | "rtl"): readonly SentencePiece[] => {
  const against = direction === "rtl" ? leftToRight : rightToLeft
  const pieces: { text: string; isValue: boolean }[] = []
  const marks = sentence.split(/([\u2066-\u2069])/)
  let depth = 0
  marks.forEach((text, index) => {
    if (text === POP_ISOLATE) depth -= 1
    else if (OPENING.test(text)) depth += 1
    else if (text !== "") {
      // The text of a value that contains values belongs to the language.
      const isWhole = depth > 0 && marks[index + 1] === POP_ISOLATE && marks[index - 1] !== POP_ISOLATE
      const isValue = isWhole && against.test(text)
      const last = pieces.at(-1)
      if (last !== undefined && !last.isValue && !isValue) last.text += text
      else pieces.push({ text, isValue })
    }
  })
  return pieces
}
