import { asciiDigits } from "./digits.ts"

const ASCII = /^[\0-\x7f]*$/

/** Whether each letter of a text folds to one letter in its place. */
export const foldsInPlace = (text: string): boolean => ASCII.test(text)

/** Letters that Unicode does not take apart, and what is typed for them on a keyboard without them. */
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
  // Quotation marks, which phones and word processors write for those of a keyboard.
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
 * Marks, invisible characters, the fillers of Hangul and the blank of Braille, the stroke that only widens Arabic words, and all
 * letters above.
 */
const REPLACED = new RegExp(
  `[\\p{Mn}\\p{Cf}\\u115f\\u1160\\u2800\\u0640\\u30a1-\\u30f6\\u30fd\\u30fe${Object.keys(LETTERS).join("")}]`,
  "gu",
)

const replaced = (letter: string): string =>
  KATAKANA.test(letter) ? String.fromCharCode(letter.charCodeAt(0) - HIRAGANA_BELOW) : (LETTERS[letter] ?? "")

/**
 * A text as it is compared when case, accents, width, kind of kana and script of digits do not count, the same in every
 * language: decomposed, without marks, in small letters. By way of capitals, so that ß is ss and all three sigmas are one.
 */
export const folded = (text: string): string => {
  if (foldsInPlace(text)) return text.toLowerCase()
  const plain = text.normalize("NFKD").toUpperCase().normalize("NFKD").toLowerCase()
  return asciiDigits(plain.normalize("NFKD").replaceAll(REPLACED, replaced))
}

/** What parts the words of a name: who looks for it may write another, or none. */
export const SEPARATORS = /[\s:./_\p{Pd}]+/gu

/** A name is found so, too, and a MAC address however its pairs are parted. */
export const withoutSeparators = (text: string): string => text.replaceAll(SEPARATORS, "")
