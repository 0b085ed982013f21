import { asciiDigits } from "./digits.ts"
import { legibleValue } from "./legible.ts"

const ASCII = /^[\x20-\x7e]*$/
/** Spaces that no space bar makes: of no-break, narrow, wide. */
const BESIDE_A_SIGN = /(?<![\p{L}\p{N}])[^\S ]+|[^\S ]+(?![\p{L}\p{N}])/gu
const BETWEEN_LETTERS = /[^\S ]+/gu
/** Looks like a space, and is a sign to Unicode. */
const BLANK_OF_BRAILLE = "\u2800"
const NO_BREAK_SPACE = "\u00a0"

/**
 * A value that holds no spaces (an address, a MAC, a URL) as it is read from what was typed or pasted: without
 * characters that change nothing to be seen, composed (NFC), trimmed. A no-break space beside a sign or at an end is such a mark; between two
 * letters or digits it stays a space, because to drop it would make one number of two.
 */
export const typedValue = (text: string): string => {
  if (ASCII.test(text)) return text.trim()
  const seen = legibleValue(text).replaceAll(BLANK_OF_BRAILLE, NO_BREAK_SPACE).normalize("NFC").trim()
  return seen.replace(BESIDE_A_SIGN, "").replace(BETWEEN_LETTERS, " ")
}

/** Of all kinds; between digits the long vowel of katakana, too, which the hyphen key of a Japanese input method writes. */
const HYPHENS = /[\p{Pd}\u2212\u2043]|(?<=[\da-f])\u30fc(?=[\da-f])/giu

export const usualHyphens = (text: string): string => text.replaceAll(HYPHENS, "-")

/** Signs that other keyboards, input methods and word processors write for those of ASCII, and that look the same. */
const LOOKALIKES = [
  [/[\u2236\ua789\u02d0]/g, ":"],
  [/\u3002/g, "."],
  [/\u2217/g, "*"],
] as const

/** A value of ASCII alone: letters, digits and signs of other widths and scripts are read as the usual ones. */
export const typedAscii = (text: string): string =>
  LOOKALIKES.reduce(
    (read, [sign, usual]) => read.replaceAll(sign, usual),
    usualHyphens(asciiDigits(typedValue(text).normalize("NFKC"))),
  )

/**
 * A passcode: without the invisible characters that a paste brings along, composed, with one kind of space, and trimmed; what can be
 * seen is its owner's.
 */
export const typedSecret = (text: string): string =>
  legibleValue(text)
    .normalize("NFC")
    .replaceAll(/\p{Zs}/gu, " ")
    .trim()
