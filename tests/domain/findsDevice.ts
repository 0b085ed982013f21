import { haystackOf, matches, needleOf, type Searchable } from "../../src/domain/views/search.ts"

/** True when a search finds a device, by the rule of the list of devices. */
export const findsDevice = (query: string, device: Searchable): boolean => {
  const needle = needleOf(query)
  return needle === null || matches(needle, haystackOf(device))
}
