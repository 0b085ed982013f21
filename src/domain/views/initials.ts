import type { State } from "../product/state.ts"
import { folded } from "../values/folded.ts"

/** The letters of a rail. Names that begin with anything else are under the last. */
export const railLetters: readonly string[] = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ#"]
const OTHER = "#"

/** The letter of a name, without regard to case and accents. */
const initialOf = (name: string): string => {
  const first = folded(name.trim()).charAt(0).toUpperCase()
  return first >= "A" && first <= "Z" ? first : OTHER
}

/** The index of each letter in a list of devices; computed again only when the list has changed. */
export const makeInitials = () => {
  let last: { readonly ids: readonly string[]; readonly places: ReadonlyMap<string, number> } | undefined
  return ({ devices: { bound } }: State, ids: readonly string[]): ReadonlyMap<string, number> => {
    if (last?.ids === ids) return last.places
    const places = new Map<string, number>()
    for (const [place, id] of ids.entries()) {
      const letter = initialOf(bound.get(id)?.name ?? "")
      if (!places.has(letter)) places.set(letter, place)
    }
    last = { ids, places }
    return places
  }
}
