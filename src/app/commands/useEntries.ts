import { useCallback, useDeferredValue, useMemo } from "react"
import { commandDevices } from "../../domain/views/commandDevices.ts"
import { useView } from "../client/client.ts"
import { commandEntries, entryOf, languageEntries, type Makings } from "./entries.ts"
import { wordsOf } from "./match.ts"
import { type FoundEntries, indexOf, offered, search } from "./search.ts"

const noDevices: readonly never[] = []

/**
 * What the palette shows for what is typed, and the words of it to mark. It is found a moment after it was typed:
 * `catchUp` finds at once, for who does not wait to see it.
 */
export const useEntries = (
  query: string,
  recent: readonly string[],
  makings: Makings,
): { readonly found: FoundEntries; readonly words: readonly string[]; readonly catchUp: () => FoundEntries } => {
  const devices = useView(commandDevices) ?? noDevices
  const index = useMemo(() => indexOf(devices), [devices])
  const typed = useDeferredValue(query)
  const words = useMemo(() => wordsOf(typed), [typed])
  const known = useMemo(() => [...commandEntries(makings), ...languageEntries(makings)], [makings])
  const find = useCallback(
    (sought: readonly string[]) => {
      if (sought.length > 0) return search(sought, known, index, recent, makings)
      const lately = recent.flatMap((id) => entryOf(id, known, devices, makings) ?? [])
      return offered(known, lately)
    },
    [known, index, devices, recent, makings],
  )
  const found = useMemo(() => find(words), [find, words])
  return { found, words, catchUp: () => (typed === query ? found : find(wordsOf(query))) }
}
