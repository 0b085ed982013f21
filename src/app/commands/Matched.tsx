import { memo } from "react"
import { piecesOf } from "./match.ts"

/** A text with what was searched for marked in it; made once for each search; arrow keys do not render it again. */
export const Matched = memo(({ text, words }: { readonly text: string; readonly words: readonly string[] }) => {
  // By their turn: the next letter of a search changes the texts of the pieces and keeps their elements.
  let key = 0
  return piecesOf(text, words).map(({ text: piece, isMatch }) => {
    key += 1
    return isMatch ? <mark key={key}>{piece}</mark> : <span key={key}>{piece}</span>
  })
})
