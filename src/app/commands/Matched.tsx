import { memo } from "react"
import { piecesOf } from "./match.ts"

/** A text with the matches of a search marked. Memoized for each search, so that arrow keys do not render it again. */
export const Matched = memo(({ text, words }: { readonly text: string; readonly words: readonly string[] }) => {
  // Keyed by position: the next letter of a search changes the texts of the pieces and keeps their elements.
  let key = 0
  return piecesOf(text, words).map(({ text: piece, isMatch }) => {
    key += 1
    return isMatch ? <mark key={key}>{piece}</mark> : <span key={key}>{piece}</span>
  })
})
