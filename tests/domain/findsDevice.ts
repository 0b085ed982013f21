import { haystackOf, matches, needleOf, type Searchable } from "../../src/domain/views/search.ts"

/** Whether a search finds a device, as the list of devices decides it. */
export const findsDevice = (query: string, device: Searchable): boolean => {
  const needle = needleOf(query)
  return needle === null || matches(needle, haystackOf(device))
}
