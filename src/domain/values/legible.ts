/**
 * Makes text visible as a whole. Names need no control characters, and none that are invisible or reverse the reading
 * direction: with those one name can pass for another. Characters that a script or an emoji needs stay.
 */

/** Matches controls, invisible format characters (bidi controls among them) and the marks of interlinear notes. */
const UNSEEN = /[\p{Cc}\p{Default_Ignorable_Code_Point}\u2028\u2029\ufff9-\ufffb]/v

/** Matches tabs and line ends, which separate words. */
const BREAKS = /[\t-\r\u0085\u2028\u2029]+/gv

/** Scripts that are written with joiners between letters. */
const JOINING =
  "\\p{scx=Arab}\\p{scx=Beng}\\p{scx=Deva}\\p{scx=Gujr}\\p{scx=Guru}\\p{scx=Khmr}\\p{scx=Knda}\\p{scx=Mlym}\\p{scx=Mong}\\p{scx=Mymr}\\p{scx=Nkoo}\\p{scx=Orya}\\p{scx=Sinh}\\p{scx=Syrc}\\p{scx=Taml}\\p{scx=Telu}"

/** A letter or mark that is not itself invisible. */
const LETTER = "[[\\p{L}\\p{M}]--\\p{Default_Ignorable_Code_Point}]"

/** Kept unchanged: whole emoji, joiners between letters, variants of Han and Mongolian letters. */
const KEPT = [
  "\\p{RGI_Emoji}",
  `(?<=[[${JOINING}]&&${LETTER}])[\\u200c\\u200d](?=${LETTER})`,
  "(?<=\\p{scx=Han})[\\ufe00-\\ufe02\\u{e0100}-\\u{e01ef}]",
  "(?<=[\\p{scx=Mong}&&\\p{L}])[\\u180b-\\u180d\\u180f]",
].join("|")

/** Arabic letters that join only the letter before them, or none (Unicode Joining_Type R and U). */
const RIGHT_JOINING =
  "\\u0622-\\u0625\\u0627\\u0629\\u062f-\\u0632\\u0648\\u0671-\\u0677\\u0688-\\u0699\\u06c0\\u06c3-\\u06cb\\u06cd\\u06cf\\u06d2-\\u06d5\\u06ee\\u06ef"
const JOINED_TO_LAST = "[[\\p{sc=Arab}&&\\p{L}]--[\\u0621\\u0674]]"
const JOINED_TO_NEXT = `[${JOINED_TO_LAST}--[${RIGHT_JOINING}]]`
/** Marks that remove the vowel of a letter. A joiner after one chooses the form of the letter. */
const VIRAMA = "[\\u094d\\u09cd\\u0a4d\\u0acd\\u0b4d\\u0bcd\\u0c4d\\u0ccd\\u0d4d\\u0dca\\u1039\\u17d2]"

const BETWEEN = "[\\p{M}\\p{Default_Ignorable_Code_Point}]"

/**
 * In a value, only joiners with a visible effect, by the rule of domain names (RFC 5892, A.1 and A.2), and whole emoji.
 */
const KEPT_IN_VALUES = [
  "\\p{RGI_Emoji}",
  `(?<=${VIRAMA})[\\u200c\\u200d]`,
  `(?<=${JOINED_TO_NEXT}[${BETWEEN}--\\u200c]*)\\u200c(?=${BETWEEN}*${JOINED_TO_LAST})`,
].join("|")

/**
 * The pattern is made when a text first needs it, because its classes take a browser longer than the rest of the
 * domain's start.
 */
const without = (kept: string): ((text: string) => string) => {
  let either: RegExp | undefined
  return (text) => {
    if (!UNSEEN.test(text)) return text
    either ??= new RegExp(`(${kept})|${UNSEEN.source}`, "gv")
    return text.replace(BREAKS, " ").replace(either, (_unseen, seen: string | undefined) => seen ?? "")
  }
}

export const legible = without(KEPT)

/**
 * For a value that identifies something: two values that look the same become equal, whatever invisible characters they
 * have.
 */
export const legibleValue = without(KEPT_IN_VALUES)

/**
 * True when a text shows nothing: blanks, marks without a letter, and code points that no font draws. These include the
 * blank of braille, those of hieroglyphs and lone surrogates.
 */
const BLANK = /^[\p{White_Space}\p{M}\p{C}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}\u{13441}\u{13442}]*$/v
export const isBlank = (text: string): boolean => BLANK.test(text)
