import { asciiDigits } from "./digits.ts"
import { legible } from "./legible.ts"
import { CODE_DIGITS } from "./limits.ts"
import { type Branded, invalid, type Parsed, valid } from "./parsed.ts"
import { usualHyphens } from "./typedValue.ts"

/** A verification, delete or invitation code: exactly six ASCII digits (AUTH-12). Never in an event. */
export type Code = Branded<string, "Code">

export type InvalidCode = "codeRequired" | "invalidCode" | "severalCodes"

const PATTERN = new RegExp(`^[0-9]{${CODE_DIGITS}}$`)
/** Matches digits in groups, as mails and messages write them: `123 456`, `123-456`, `123 - 456`, `123·456`. */
const GROUPED = /(?<![A-Za-z0-9])[0-9]+(?:(?: ?- ?|[ ._·・])[0-9]+)*(?![A-Za-z0-9])/g
const DATE = /^[0-9]{2}([.-])[0-9]{2}\1[0-9]{2}$/

const isCode = (text: string): text is Code => PATTERN.test(text)

const LINE_ENDS = /[\n\v\f\r\u0085\u2028\u2029]+/
/** The mark that turns the digit before it into a keycap emoji. */
const KEYCAP = /\ufe0f?\u20e3/g

/**
 * Two groups of three digits around a sign that can also separate other things. Amounts and dates have more groups and
 * do not match.
 */
const HALVES = /(?<![0-9,.'’/])([0-9]{3})(?:[,'’/]| ?[•∙⋅·] ?)([0-9]{3})(?![,.'’/]?[0-9])/g

/**
 * The text with digits of every script and width as 0 to 9, without invisible characters, and with one kind of space
 * and of hyphen.
 */
const plain = (text: string): string =>
  usualHyphens(asciiDigits(legible(text).replaceAll(KEYCAP, "").normalize("NFKC")))
    .replaceAll(HALVES, "$1-$2")
    .replaceAll(/\s+/g, " ")
    .trim()

/** A date beside a code does not count as a code. Six digits without other text may be grouped in pairs. */
const codesIn = (text: string): ReadonlySet<string> => {
  const groups = (text.match(GROUPED) ?? []).map((group) => ({ group, digits: group.replaceAll(/\D/g, "") }))
  const six = groups.filter(({ digits }) => isCode(digits))
  const certain = six.filter(({ group }) => !DATE.test(group))
  return new Set((certain.length > 0 ? certain : six).map(({ digits }) => digits))
}

/**
 * The code in a text from any source: `123-456`, `Your code: 123456`, digits of any script. More or fewer digits are no
 * code, and with two codes none is chosen.
 */
export const parseCode = (text: string): Parsed<Code, InvalidCode> => {
  const read = plain(text)
  if (read === "") return invalid("codeRequired")
  // A number on the next line is another one, unless no line has a code: then one may extend over several lines.
  const onLines = new Set(text.split(LINE_ENDS).flatMap((line) => [...codesIn(plain(line))]))
  const [code, other] = onLines.size > 0 ? onLines : codesIn(read)
  if (other !== undefined) return invalid("severalCodes")
  return code !== undefined && isCode(code) ? valid(code) : invalid("invalidCode")
}

/** The next content of a code field, and the fault of the entered text. */
export interface CodeInput {
  /** 0 to 9 only, six at most. */
  readonly digits: string
  readonly problem: Exclude<InvalidCode, "codeRequired"> | null
}

/** True when one character was added, as by a key. */
const isTyped = (before: string, text: string): boolean => {
  const characters = [...text]
  return characters.some((_, at) => characters.toSpliced(at, 1).join("") === before)
}

/**
 * A code field after one change of its text. For a typed character, only a seventh digit is dropped. Text that arrives
 * as a whole (pasted, dropped, filled in) is parsed. A few digits are the beginning of a code; a longer text without a
 * code leaves the field unchanged.
 */
export const codeInput = (before: string, text: string): CodeInput => {
  const parsed = parseCode(text)
  const digits = plain(text).replaceAll(/\D/g, "")
  if (isTyped(before, text)) return { digits: digits.length > CODE_DIGITS ? before : digits, problem: null }
  if (parsed.ok) return { digits: parsed.value, problem: null }
  if (parsed.reason === "codeRequired") return { digits: "", problem: null }
  if (digits !== "" && digits.length < CODE_DIGITS) return { digits, problem: null }
  return { digits: before, problem: parsed.reason }
}

/**
 * A code field after a paste: a code replaces the content. Null when the text is the beginning of a code, which belongs
 * at the caret.
 */
export const codePasted = (before: string, text: string): CodeInput | null => {
  const parsed = parseCode(text)
  if (parsed.ok) return { digits: parsed.value, problem: null }
  if (/^[0-9 -]{1,5}$/.test(plain(text))) return null
  return { digits: before, problem: parsed.reason === "severalCodes" ? "severalCodes" : "invalidCode" }
}
