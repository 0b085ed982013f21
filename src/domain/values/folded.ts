import { asciiDigits } from "./digits.ts"

const ASCII = /^[\0-\x7f]*$/

/** True when each letter of a text folds to one letter at the same index. */
export const foldsInPlace = (text: string): boolean => ASCII.test(text)

/** Letters that Unicode does not decompose, each with the usual replacement on a keyboard without it. */
const LETTERS: Readonly<Record<string, string>> = {
  ł: "l",
  ø: "o",
  đ: "d",
  ð: "d",
  ɖ: "d",
  ħ: "h",
  ŧ: "t",
  ƶ: "z",
  ŋ: "n",
  ı: "i",
  æ: "ae",
  œ: "oe",
  þ: "th",
  ς: "σ",
  ى: "ي",
  ی: "ي",
  ک: "ك",
  ة: "ه",
  // Quotation marks that phones and word processors write in place of the keyboard's.
  "’": "'",
  "‘": "'",
  ʼ: "'",
  ʻ: "'",
  "′": "'",
  "“": '"',
  "”": '"',
  "„": '"',
  "«": '"',
  "»": '"',
}
const KATAKANA = /[\u30a1-\u30f6\u30fd\u30fe]/
const HIRAGANA_BELOW = 0x60
/**
 * Matches marks, invisible characters, the fillers of Hangul, the blank of Braille, the stroke that only widens Arabic
 * words, and all letters above.
 */
const REPLACED = new RegExp(
  `[\\p{Mn}\\p{Cf}\\u115f\\u1160\\u2800\\u0640\\u30a1-\\u30f6\\u30fd\\u30fe${Object.keys(LETTERS).join("")}]`,
  "gu",
)

const replaced = (letter: string): string =>
  KATAKANA.test(letter) ? String.fromCharCode(letter.charCodeAt(0) - HIRAGANA_BELOW) : (LETTERS[letter] ?? "")

/**
 * A text for comparison without case, accents, width, kind of kana and script of digits, the same in every language:
 * decomposed, without marks, in lower case. By way of upper case, so that ß becomes ss and all three sigmas become one.
 */
export const folded = (text: string): string => {
  if (foldsInPlace(text)) return text.toLowerCase()
  const plain = text.normalize("NFKD").toUpperCase().normalize("NFKD").toLowerCase()
  return asciiDigits(plain.normalize("NFKD").replaceAll(REPLACED, replaced))
}

/** Separators of the words in a name. A person who searches may type another one, or none. */
export const SEPARATORS = /[\s:./_\p{Pd}]+/gu

/** For finding a name without its separators, and a MAC address with any. */
export const withoutSeparators = (text: string): string => text.replaceAll(SEPARATORS, "")
