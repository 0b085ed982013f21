interface Unit {
  readonly id: string
  readonly addr: string
  readonly others?: readonly string[]
}

/**
 * Merges two units with one id. The unit with the first address counts, whatever the order of the list, and lists the
 * other's addresses. A unit on a cable has no address to list.
 */
const oneOf = <U extends Unit>(a: U, b: U): U => {
  if (a.addr === "" || b.addr === "") return b
  const first = a.addr < b.addr ? a : b
  const addresses = [a, b].flatMap(({ addr, others = [] }) => [addr, ...others])
  const others = [...new Set(addresses)].filter((addr) => addr !== first.addr).sort()
  return others.length === 0 ? first : { ...first, others }
}

/** One unit for each id of a list. */
export const oneEachUnit = <U extends Unit>(units: readonly U[]): readonly U[] => {
  const byId = new Map<string, U>()
  for (const unit of units) {
    const before = byId.get(unit.id)
    byId.set(unit.id, before === undefined ? unit : oneOf(before, unit))
  }
  return byId.size === units.length ? units : [...byId.values()]
}
