import { createContext, useContext } from "react"
import { folded } from "../../../domain/values/folded.ts"
import { piecesOf, wordsOf } from "../../commands/match.ts"

/** The words that are searched for, so that names can show what of them was found. */
const Searched = createContext<readonly string[]>([])
export const SearchedProvider = Searched.Provider

export const searchedWords = (search: string): readonly string[] => wordsOf(search)

/** A text with what was searched for marked in it. */
const Marks = ({ text, words }: { readonly text: string; readonly words: readonly string[] }) => {
  let place = 0
  return piecesOf(text, words).map(({ text: piece, isMatch }) => {
    const key = place
    place += piece.length
    return isMatch ? <mark key={key}>{piece}</mark> : <span key={key}>{piece}</span>
  })
}

export const FoundName = ({ name }: { readonly name: string }) => {
  const words = useContext(Searched)
  return <bdi>{words.length === 0 ? name : <Marks text={name} words={words} />}</bdi>
}

/** The id of a device, where that and not the name is what was found. */
export const FoundId = ({ did, name }: { readonly did: string; readonly name: string }) => {
  const words = useContext(Searched)
  const [plainName, plainId] = [folded(name), folded(did)]
  const inId = words.filter((word) => plainId.includes(word) && !plainName.includes(word))
  if (inId.length === 0) return null
  return (
    <bdi className="found-id mono" dir="ltr">
      <Marks text={did} words={inId} />
    </bdi>
  )
}
