import { folded, foldsInPlace, withoutSeparators } from "../../domain/values/folded.ts"

/** Finds commands by words of their names, regardless of case, accents and the width of letters. */

export const wordsOf = (query: string): readonly string[] => folded(query).split(/\s+/).filter(Boolean)

/**
 * The rank of a word in a folded text: 0 at the start, 1 at the start of a word, 2 inside; undefined when it is absent.
 */
const wordScore = (text: string, word: string): number | undefined => {
  const at = text.indexOf(word)
  if (at < 0) return undefined
  if (at === 0) return 0
  return text.includes(` ${word}`) ? 1 : 2
}

/** The sum over all words, lower is better; undefined unless every word is found. */
export const scoreOf = (folded: string, words: readonly string[]): number | undefined => {
  let sum = 0
  for (const word of words) {
    const score = wordScore(folded, word)
    if (score === undefined) return undefined
    sum += score
  }
  return sum
}

export interface Piece {
  readonly text: string
  readonly isMatch: boolean
}

/** Each folded character with its position in the original text, since folding can lengthen a text. */
interface FoldedLetters {
  readonly text: string
  readonly places: readonly number[]
}

const foldedLetters = (label: string, letters: readonly string[]): FoldedLetters => {
  if (foldsInPlace(label)) return { text: folded(label), places: [...letters.keys()] }
  let text = ""
  const places: number[] = []
  for (const [place, letter] of letters.entries()) {
    const plain = folded(letter)
    text += plain
    for (let each = 0; each < plain.length; each += 1) places.push(place)
  }
  return { text, places }
}

/** The letters without separators, each with its position. */
const lettersOf = ({ text, places }: FoldedLetters): FoldedLetters => {
  const kept = places.map((_, at) => at).filter((at) => withoutSeparators(text.charAt(at)) !== "")
  return { text: kept.map((at) => text.charAt(at)).join(""), places: kept.flatMap((at) => places[at] ?? []) }
}

/** Marks each occurrence of a word, from its first character to its last. */
const mark = ({ text, places }: FoldedLetters, word: string, marked: Set<number>): void => {
  if (word === "") return
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
    const [first, last] = [places[at], places[at + word.length - 1]]
    if (first !== undefined && last !== undefined) for (let place = first; place <= last; place += 1) marked.add(place)
  }
}

/** A text in pieces, with the matches marked. Joined they are the text. */
export const piecesOf = (label: string, words: readonly string[]): readonly Piece[] => {
  const letters = [...label]
  const whole = foldedLetters(label, letters)
  const marked = new Set<number>()
  for (const word of words)
    if (whole.text.includes(word)) mark(whole, word, marked)
    else mark(lettersOf(whole), withoutSeparators(word), marked)
  const pieces: { text: string; isMatch: boolean }[] = []
  for (const [place, letter] of letters.entries()) {
    const last = pieces.at(-1)
    if (last?.isMatch === marked.has(place)) last.text += letter
    else pieces.push({ text: letter, isMatch: marked.has(place) })
  }
  return pieces
}
