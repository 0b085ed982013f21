const ASCII = /^[\0-\x7f]*$/

/** Whether each letter of a text folds to one letter in its place. */
export const foldsInPlace = (text: string): boolean => ASCII.test(text)

/**
 * A text as it is compared when case, accents and width do not count, the same in every language: decomposed, without
 * marks, in small letters. By way of capitals, so that ß is ss and all three sigmas are one.
 */
export const folded = (text: string): string => {
  if (foldsInPlace(text)) return text.toLowerCase()
  const plain = text.normalize("NFKD").toUpperCase().normalize("NFKD").toLowerCase()
  return plain
    .normalize("NFKD")
    .replaceAll(/\p{Mn}+/gu, "")
    .replaceAll("ς", "σ")
}

/** What parts the words of a name: who looks for it may write another, or none. */
export const SEPARATORS = /[\s:./_\p{Pd}]+/gu

/** A name is found so, too, and a MAC address however its pairs are parted. */
export const withoutSeparators = (text: string): string => text.replaceAll(SEPARATORS, "")
