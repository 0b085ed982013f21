import { byId, el } from "./dom.ts"

/**
 * A list that grows at its top: requests, frames. One field filters the shown list, among all kept entries. A button
 * shows older ones.
 */

/** Rows at first, and further rows for each request for older ones. */
const SHOWN = 150
/** Most entries that the list keeps, while the page is open. */
const KEPT = 5_000

export interface LiveList<Entry> {
  /** Number of the latest entry shown. */
  latest(): number
  /** The number of entries since the list began. */
  count(): number
  add(entries: readonly Entry[]): void
  /** Empties the view; the emulator keeps the entries. */
  clear(): void
  /** Removes everything of the old world and requests the new one. */
  restart(): void
}

interface Kept<Entry> {
  readonly entry: Entry
  /** The text for the search, in lower case. */
  readonly text: string
}

export interface LiveRow<Entry> {
  readonly item: (entry: Entry) => HTMLElement
  readonly text: (entry: Entry) => string
}

/** The search text in the field of the page, in lower case. */
const wantedIn = (field: HTMLElement): string =>
  field instanceof HTMLInputElement ? field.value.trim().toLowerCase() : ""

/** The last item of a list: a button for older entries, while there are any. */
const createOlder = (place: HTMLElement, onWanted: () => void) => {
  const button = el("button", { class: "btn quiet", type: "button" }, "Show older")
  button.addEventListener("click", onWanted)
  const item = el("li", { class: "older" }, button)
  return {
    item,
    offer: (areThere: boolean): void => {
      if (areThere) place.append(item)
      else item.remove()
    },
  }
}

export const createLiveList = <Entry extends { readonly n: number }>(
  place: HTMLElement,
  { item, text }: LiveRow<Entry>,
): LiveList<Entry> => {
  const filter = byId("filter")
  let kept: Kept<Entry>[] = []
  /** The number of rows that the list may show. */
  let room = SHOWN
  let latest = 0
  let seen = 0
  const passing = (among: readonly Kept<Entry>[]): readonly Kept<Entry>[] => {
    const wanted = wantedIn(filter)
    return wanted === "" ? among : among.filter((one) => one.text.includes(wanted))
  }
  const rows = (some: readonly Kept<Entry>[]): readonly HTMLElement[] =>
    some.map(({ entry }) => item(entry)).toReversed()
  const older = createOlder(place, () => {
    const found = passing(kept)
    const from = found.length - room
    room += SHOWN
    older.item.before(...rows(found.slice(Math.max(0, from - SHOWN), from)))
    older.offer(found.length > room)
  })
  filter.addEventListener("input", () => {
    room = SHOWN
    const found = passing(kept)
    place.replaceChildren(...rows(found.slice(-room)))
    older.offer(found.length > room)
  })
  const clear = (): void => {
    kept = []
    room = SHOWN
    place.replaceChildren()
  }
  return {
    latest: () => latest,
    count: () => seen,
    add: (entries) => {
      const come = entries.map((entry) => ({ entry, text: text(entry).toLowerCase() }))
      kept = [...kept, ...come].slice(-KEPT)
      latest = entries.at(-1)?.n ?? latest
      seen += entries.length
      if (come.length === 0) return
      older.item.remove()
      // A row that stays keeps its details open.
      place.prepend(...rows(passing(come).slice(-room)))
      while (place.childElementCount > room) place.lastElementChild?.remove()
      older.offer(passing(kept).length > room)
    },
    clear,
    restart: () => {
      clear()
      latest = 0
      seen = 0
    },
  }
}
