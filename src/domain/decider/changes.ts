/** What differs between a known list and one just read: whole new items, changed fields only, keys that are gone. */
export interface Changes<Item> {
  readonly added: readonly Item[]
  readonly changed: readonly { readonly id: string; readonly fields: Partial<Item> }[]
  readonly removed: readonly string[]
}

const same = (a: unknown, b: unknown): boolean =>
  Array.isArray(a) && Array.isArray(b)
    ? a.length === b.length && a.every((value, index) => Object.is(value, b[index]))
    : Object.is(a, b)

/**
 * Compares by `id`; of two items with one id the last counts. `keep` names fields of a known item that the read is
 * too old to change.
 */
export const changesBetween = <Item extends { readonly id: string }, Known extends Item = Item>(
  known: ReadonlyMap<string, Known>,
  read: readonly Item[],
  keep: (known: Known) => ReadonlySet<string> = () => new Set(),
): Changes<Item> => {
  const byId = new Map(read.map((item) => [item.id, item]))
  const added: Item[] = []
  const changed: { id: string; fields: Partial<Item> }[] = []
  for (const [id, item] of byId) {
    const before = known.get(id)
    if (before === undefined) added.push(item)
    else {
      const fields = changedFields(before, item, keep(before))
      if (Object.keys(fields).length > 0) changed.push({ id, fields })
    }
  }
  return { added, changed, removed: [...known.keys()].filter((id) => !byId.has(id)) }
}

/**
 * Whether a read begun at `begunAt` knows what was set at `setAt`, all ms. What was set in the future was stamped before
 * the clock was set back: every read knows it.
 */
export const readKnows = (begunAt: number, setAt: number, now: number): boolean => begunAt > setAt || setAt > now

const changedFields = <Item extends object>(before: Item, after: Item, kept: ReadonlySet<string>): Partial<Item> => {
  const fields: Partial<Item> = {}
  for (const key in after) {
    if (!kept.has(key) && !same(before[key], after[key])) fields[key] = after[key]
  }
  return fields
}
