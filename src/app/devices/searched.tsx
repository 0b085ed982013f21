import { createContext, useContext } from "react"
import { folded } from "../../domain/values/folded.ts"
import { Matched } from "../commands/Matched.tsx"
import { Name, plainName } from "../ui/Name.tsx"

/** The words of the search, so that names can mark their matches. */
const Searched = createContext<readonly string[]>([])
export const SearchedProvider = Searched.Provider

export const FoundName = ({ name }: { readonly name: string }) => {
  const words = useContext(Searched)
  return <Name of={name}>{words.length === 0 ? undefined : <Matched text={plainName(name)} words={words} />}</Name>
}

/** The id of a device, shown where the search matches the id and not the name. */
export const FoundId = ({ did, name }: { readonly did: string; readonly name: string }) => {
  const words = useContext(Searched)
  if (words.length === 0) return null
  const [plainName, plainId] = [folded(name), folded(did)]
  const inId = words.filter((word) => plainId.includes(word) && !plainName.includes(word))
  if (inId.length === 0) return null
  return (
    <bdi className="found-id mono" dir="ltr">
      <Matched text={did} words={inId} />
    </bdi>
  )
}
