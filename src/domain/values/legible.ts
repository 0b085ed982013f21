/**
 * Text as a person can see it. Names need no control characters, and none that are invisible or turn the reading
 * direction around: with those one name can pass for another. What belongs to a script or an emoji stays.
 */

/** Controls, invisible format characters (bidi controls among them) and the marks of interlinear notes. */
const UNSEEN = /[\p{Cc}\p{Default_Ignorable_Code_Point}\u2028\u2029\ufff9-\ufffb]/v

/** Tabs and line ends: they part words. */
const BREAKS = /[\t-\r\u0085\u2028\u2029]+/gv

/** Scripts that are written with joiners between letters. */
const JOINING =
  "\\p{scx=Arab}\\p{scx=Beng}\\p{scx=Deva}\\p{scx=Gujr}\\p{scx=Guru}\\p{scx=Khmr}\\p{scx=Knda}\\p{scx=Mlym}\\p{scx=Mong}\\p{scx=Mymr}\\p{scx=Nkoo}\\p{scx=Orya}\\p{scx=Sinh}\\p{scx=Syrc}\\p{scx=Taml}\\p{scx=Telu}"

/** Some letters and marks are invisible themselves. */
const LETTER = "[[\\p{L}\\p{M}]--\\p{Default_Ignorable_Code_Point}]"

/** Whole emoji, joiners between letters, variants of Han and Mongolian letters: kept as they are. */
const KEPT = [
  "\\p{RGI_Emoji}",
  `(?<=[[${JOINING}]&&${LETTER}])[\\u200c\\u200d](?=${LETTER})`,
  "(?<=\\p{scx=Han})[\\ufe00-\\ufe02\\u{e0100}-\\u{e01ef}]",
  "(?<=[\\p{scx=Mong}&&\\p{L}])[\\u180b-\\u180d\\u180f]",
].join("|")

let keptOrUnseen: RegExp | undefined
/** Made when a text first needs it: its classes cost a browser more than all the rest of the domain's start. */
const eitherOf = (): RegExp => {
  keptOrUnseen ??= new RegExp(`(${KEPT})|${UNSEEN.source}`, "gv")
  return keptOrUnseen
}

export const legible = (text: string): string =>
  UNSEEN.test(text)
    ? text.replace(BREAKS, " ").replace(eitherOf(), (_unseen, kept: string | undefined) => kept ?? "")
    : text

/**
 * Whether nothing of a text can be seen: blanks, marks that have no letter to be on, and code points that no font draws. The blank
 * of braille, those of hieroglyphs and lone halves of a pair are among them.
 */
const BLANK = /^[\p{White_Space}\p{M}\p{C}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}\u{13441}\u{13442}]*$/v
export const isBlank = (text: string): boolean => BLANK.test(text)
