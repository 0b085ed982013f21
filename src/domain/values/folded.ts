const ASCII = /^[\0-\x7f]*$/

/**
 * A text as it is compared when case, accents and width do not count, the same in every language: decomposed, without
 * marks, in small letters. By way of capitals, so that ß is ss and all three sigmas are one.
 */
export const folded = (text: string): string => {
  if (ASCII.test(text)) return text.toLowerCase()
  const plain = text.normalize("NFKD").toUpperCase().normalize("NFKD").toLowerCase()
  return plain
    .normalize("NFKD")
    .replaceAll(/\p{Mn}+/gu, "")
    .replaceAll("ς", "σ")
}
