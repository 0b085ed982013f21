import { memo } from "react"
import { piecesOf } from "./match.ts"

/** A text with what was searched for marked in it; made once for each search, whatever arrows draw anew around it. */
export const Matched = memo(({ text, words }: { readonly text: string; readonly words: readonly string[] }) => {
  // By their turn: the next letter of a search changes the texts of the pieces, and makes none anew.
  let key = 0
  return piecesOf(text, words).map(({ text: piece, isMatch }) => {
    key += 1
    return isMatch ? <mark key={key}>{piece}</mark> : <span key={key}>{piece}</span>
  })
})
