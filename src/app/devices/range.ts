/**
 * The selection of a list, and the range that grows and shrinks while Shift is held, as in file managers (DEVICE-18).
 */
export interface Ranged {
  readonly chosen: ReadonlySet<string>
  /** The start of the range; null before a single item was chosen. */
  readonly anchor: string | null
  /** The end of the range. */
  readonly end: string | null
  /** The selected items outside the range. They stay selected when the range changes. */
  readonly beside: ReadonlySet<string>
}

export const NO_IDS: ReadonlySet<string> = new Set()
export const nothingChosen: Ranged = { chosen: NO_IDS, anchor: null, end: null, beside: NO_IDS }

/** These items, with no range yet. */
export const alone = (ids: readonly string[]): Ranged => ({ ...nothingChosen, chosen: new Set(ids) })

export const ranged = ({ chosen, anchor, end, beside }: Ranged): Ranged => ({ chosen, anchor, end, beside })

/** A range of this item alone. */
const begun = (id: string, { chosen }: Ranged): Ranged => ({
  chosen: new Set([...chosen, id]),
  anchor: id,
  end: id,
  beside: chosen,
})

export const toggled =
  (id: string) =>
  ({ chosen }: Ranged): Ranged => {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    return { chosen: next, anchor: id, end: id, beside: next }
  }

/** The range up to this item, in place of the range before. If the start has left the list, the range starts here. */
export const extended =
  (id: string, ids: readonly string[]) =>
  (before: Ranged): Ranged => {
    const from = before.anchor === null ? -1 : ids.indexOf(before.anchor)
    if (from < 0) return begun(id, before)
    const to = ids.indexOf(id)
    const range = ids.slice(Math.min(from, to), Math.max(from, to) + 1)
    return { ...ranged(before), chosen: new Set([...before.beside, ...range]), end: id }
  }

/** A key step from one item to the next. Extends the range that ends at `from`, or begins another range there. */
export const reached =
  (from: string, to: string, ids: readonly string[]) =>
  (before: Ranged): Ranged =>
    extended(to, ids)(before.end === from ? before : begun(from, before))
