import { byId, el } from "./dom.ts"

/**
 * A list that grows at its top while it is shown: requests, frames. One field filters the list that is shown, among all entries
 * that are kept; older ones are shown on demand.
 */

/** Rows that are shown, and how many more at each request for older ones. */
const SHOWN = 150
/** Most entries that are kept: as long as the page is open, and no longer. */
const KEPT = 5_000

export interface LiveList<Entry> {
  /** Number of the latest entry shown. */
  latest(): number
  /** How many came since the list began. */
  count(): number
  add(entries: readonly Entry[]): void
  /** Empties the view; the emulator keeps the entries. */
  clear(): void
  /** Another world has replaced this one: nothing of the old one is shown, and everything is requested again. */
  restart(): void
}

interface Kept<Entry> {
  readonly entry: Entry
  /** What it is found by, in lower case. */
  readonly text: string
}

export interface LiveRow<Entry> {
  readonly item: (entry: Entry) => HTMLElement
  readonly text: (entry: Entry) => string
}

/** What is looked for in the field of the page, in lower case. */
const wantedIn = (field: HTMLElement): string =>
  field instanceof HTMLInputElement ? field.value.trim().toLowerCase() : ""

/** The last item of a list: asks for older ones, while there are any. */
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
  /** How many may be shown, and are. */
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
