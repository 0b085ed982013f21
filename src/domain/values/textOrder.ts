/** The order of names without a language: the same on every machine. */

const ZERO = 48
const NINE = 57

/** False beyond the end of a text, where the code is NaN. */
const isDigit = (code: number): boolean => code >= ZERO && code <= NINE

const zerosEnd = (text: string, from: number): number => {
  let at = from
  while (text.charCodeAt(at) === ZERO) at += 1
  return at
}

const digitsEnd = (text: string, from: number): number => {
  let at = from
  while (isDigit(text.charCodeAt(at))) at += 1
  return at
}

/**
 * Compares by characters, with numbers as numbers: "Bay 2" before "Bay 10", and "Bay 02" beside "Bay 2". 0 only for the
 * same text. It allocates nothing, because thousands of names are sorted while the network changes.
 */
export const compareTexts = (a: string, b: string): number => {
  let inA = 0
  let inB = 0
  while (inA < a.length && inB < b.length) {
    const one = a.charCodeAt(inA)
    const other = b.charCodeAt(inB)
    if (!isDigit(one) || !isDigit(other)) {
      if (one !== other) return one - other
      inA += 1
      inB += 1
      continue
    }
    inA = zerosEnd(a, inA)
    inB = zerosEnd(b, inB)
    const end = digitsEnd(a, inA)
    const longer = end - inA - (digitsEnd(b, inB) - inB)
    if (longer !== 0) return longer
    for (; inA < end; inA += 1, inB += 1) {
      const more = a.charCodeAt(inA) - b.charCodeAt(inB)
      if (more !== 0) return more
    }
  }
  return a.length - inA - (b.length - inB) || (a < b ? -1 : a > b ? 1 : 0)
}
