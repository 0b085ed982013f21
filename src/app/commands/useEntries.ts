import { useCallback, useDeferredValue, useMemo } from "react"
import { commandDevices } from "../../domain/views/commandDevices.ts"
import { useView } from "../client/client.ts"
import { commandEntries, entryOf, languageEntries, type Makings } from "./entries.ts"
import { wordsOf } from "./match.ts"
import { type FoundEntries, indexOf, offered, search } from "./search.ts"

const noDevices: readonly never[] = []

/**
 * The entries of the palette for the typed text, and the words to mark in them. They follow a moment after the text.
 * `catchUp` finds them at once, for a person who presses Enter before seeing them.
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
