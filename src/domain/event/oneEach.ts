/** Ids that one reading names as those of several entries. */
const DOUBLED_NAMED_MAX = 10

export interface OneEach<Item> {
  readonly items: readonly Item[]
  /** Ids of entries that are not the same, the first few in their order. */
  readonly doubled: readonly string[]
}

/** `textOf`: in which entries of one id may differ; `counting`: those of them that may count, of which the text decides. */
interface Choice<Item> {
  readonly textOf: (item: Item) => string
  readonly counting?: (items: readonly Item[]) => readonly Item[]
}

/**
 * A list with one entry for each id. Which one counts does not depend on the order of the list, because a server without an
 * order of its own would rename the item with each reading.
 */
export const oneEach = <Item extends { readonly id: string }>(
  read: readonly Item[],
  { textOf, counting = (items) => items }: Choice<Item>,
): OneEach<Item> => {
  const byId = Map.groupBy(read, ({ id }) => id)
  if (byId.size === read.length) return { items: read, doubled: [] }
  const doubled = [...byId].filter(([, items]) => new Set(items.map(textOf)).size > 1).map(([id]) => id)
  const items = [...byId.values()].map((same) =>
    counting(same).reduce((first, item) => (textOf(item) < textOf(first) ? item : first)),
  )
  return { items, doubled: doubled.sort().slice(0, DOUBLED_NAMED_MAX) }
}
