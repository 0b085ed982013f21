/** Ids that one reading names as those of several entries. */
const DOUBLED_NAMED_MAX = 10

export interface OneEach<Item> {
  readonly items: readonly Item[]
  /** Ids of entries that are not the same, the first few in their order. */
  readonly doubled: readonly string[]
}

/** `textOf`: in which entries of one id may differ; `precedes`: whether the first counts before the second, else the text decides. */
interface Choice<Item> {
  readonly textOf: (item: Item) => string
  readonly precedes?: (a: Item, b: Item) => boolean
}

/**
 * A list with one entry for each id. Which one counts does not depend on the order of the list, because a server without an
 * order of its own would rename the item with each reading.
 */
export const oneEach = <Item extends { readonly id: string }>(
  read: readonly Item[],
  { textOf, precedes = () => false }: Choice<Item>,
): OneEach<Item> => {
  const byId = new Map<string, Item>()
  const doubled = new Set<string>()
  for (const item of read) {
    const before = byId.get(item.id)
    if (before !== undefined && textOf(before) !== textOf(item)) doubled.add(item.id)
    if (before === undefined || comesFirst(item, before, { textOf, precedes })) byId.set(item.id, item)
  }
  return byId.size === read.length
    ? { items: read, doubled: [] }
    : { items: [...byId.values()], doubled: [...doubled].sort().slice(0, DOUBLED_NAMED_MAX) }
}

const comesFirst = <Item>(item: Item, before: Item, { textOf, precedes }: Required<Choice<Item>>): boolean => {
  if (precedes(item, before)) return true
  return !precedes(before, item) && textOf(item) < textOf(before)
}
