import { byId } from "./dom.ts"

/** A list that grows at its top while somebody looks: requests, frames. One field filters whichever is in sight. */

/** Rows that are kept in sight. */
const SHOWN = 150

export interface LiveList<Entry> {
  /** Number of the latest entry shown. */
  latest(): number
  /** How many came since the list began. */
  count(): number
  add(entries: readonly Entry[]): void
  /** Empties the view; whoever keeps the entries keeps them. */
  clear(): void
  /** The entries were dropped; their numbers go on. */
  restart(): void
}

/** Rows that hold what is written in the filter stay. */
const sift = (rows: Iterable<Element>, wanted: string): void => {
  for (const item of rows)
    if (item instanceof HTMLElement) item.hidden = !(item.dataset.text ?? "").includes(wanted.trim().toLowerCase())
}

/** `row` gives an item whose `data-text` is what it is found by. */
export const createLiveList = <Entry extends { readonly n: number }>(
  place: HTMLElement,
  row: (entry: Entry) => HTMLElement,
): LiveList<Entry> => {
  const filter = byId("filter")
  const wanted = () => (filter instanceof HTMLInputElement ? filter.value : "")
  filter.addEventListener("input", () => sift(place.children, wanted()))
  let latest = 0
  let seen = 0
  return {
    latest: () => latest,
    count: () => seen,
    add: (entries) => {
      const rows = entries.slice(-SHOWN).map(row)
      sift(rows, wanted())
      place.prepend(...rows.toReversed())
      latest = entries.at(-1)?.n ?? latest
      seen += entries.length
      while (place.childElementCount > SHOWN) place.lastElementChild?.remove()
    },
    clear: () => place.replaceChildren(),
    restart: () => {
      place.replaceChildren()
      seen = 0
    },
  }
}
