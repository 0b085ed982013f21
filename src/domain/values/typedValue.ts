import { asciiDigits } from "./digits.ts"
import { legibleValue } from "./legible.ts"

const ASCII = /^[\x20-\x7e]*$/
/** Special spaces that no space bar types: no-break, narrow, wide. */
const BESIDE_A_SIGN = /(?<![\p{L}\p{N}])[^\S ]+|[^\S ]+(?![\p{L}\p{N}])/gu
const BETWEEN_LETTERS = /[^\S ]+/gu
/** It looks like a space, but Unicode classes it as a symbol. */
const BLANK_OF_BRAILLE = "\u2800"
const NO_BREAK_SPACE = "\u00a0"

/**
 * A value without spaces (an address, a MAC, a URL), read from typed or pasted text: without invisible characters,
 * composed (NFC), trimmed. A special space beside a sign or at an end is dropped. Between two letters or digits it
 * stays a space, because dropping it would make one number of two.
 */
export const typedValue = (text: string): string => {
  if (ASCII.test(text)) return text.trim()
  const seen = legibleValue(text).replaceAll(BLANK_OF_BRAILLE, NO_BREAK_SPACE).normalize("NFC").trim()
  return seen.replace(BESIDE_A_SIGN, "").replace(BETWEEN_LETTERS, " ")
}

/**
 * Hyphens of all kinds; between digits also the long vowel mark of katakana, which the hyphen key of a Japanese input
 * method types.
 */
const HYPHENS = /[\p{Pd}\u2212\u2043]|(?<=[\da-f])\u30fc(?=[\da-f])/giu

export const usualHyphens = (text: string): string => text.replaceAll(HYPHENS, "-")

/** Signs of other keyboards, input methods and word processors that look like those of ASCII. */
const LOOKALIKES = [
  [/[\u2236\ua789\u02d0]/g, ":"],
  [/\u3002/g, "."],
  [/\u2217/g, "*"],
] as const

/** A value of ASCII only: letters, digits and signs of other widths and scripts are read as the usual ones. */
export const typedAscii = (text: string): string =>
  LOOKALIKES.reduce(
    (read, [sign, usual]) => read.replaceAll(sign, usual),
    usualHyphens(asciiDigits(typedValue(text).normalize("NFKC"))),
  )

/**
 * A passcode without the invisible characters of a paste, composed, with one kind of space, and trimmed. Visible
 * characters stay as the owner typed them.
 */
export const typedSecret = (text: string): string =>
  legibleValue(text)
    .normalize("NFC")
    .replaceAll(/\p{Zs}/gu, " ")
    .trim()
