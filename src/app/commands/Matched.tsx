import { piecesOf } from "./match.ts"

/** A text with what was searched for marked in it. */
export const Matched = ({ text, words }: { readonly text: string; readonly words: readonly string[] }) => {
  let place = 0
  return piecesOf(text, words).map(({ text: piece, isMatch }) => {
    const key = place
    place += piece.length
    return isMatch ? <mark key={key}>{piece}</mark> : <span key={key}>{piece}</span>
  })
}
