/**
 * The address from which each device answers, so that one address cannot take the room of all. Without I/O and clock.
 */
export interface Sources {
  has(source: string): boolean
  /** True when this address may have the device. */
  hasRoom(source: string, id: string): boolean
  /** Adds the device at this address, and removes it from the address before. */
  add(source: string, id: string): void
  remove(id: string): void
  /** The latest device of an address that has more than one. Undefined when each address has one. */
  surplus(): string | undefined
}

/** `most`: largest number of devices of one address. */
export const createSources = (most: number): Sources => {
  const idsOf = new Map<string, Set<string>>()
  const sourceOf = new Map<string, string>()
  const crowded = new Set<string>()

  const remove = (id: string): void => {
    const source = sourceOf.get(id)
    const ids = source === undefined ? undefined : idsOf.get(source)
    if (source === undefined || ids === undefined) return
    sourceOf.delete(id)
    ids.delete(id)
    if (ids.size === 0) idsOf.delete(source)
    if (ids.size < 2) crowded.delete(source)
  }

  return {
    has: (source) => idsOf.has(source),
    hasRoom: (source, id) => sourceOf.get(id) === source || (idsOf.get(source)?.size ?? 0) < most,
    add: (source, id) => {
      if (sourceOf.get(id) === source) return
      remove(id)
      sourceOf.set(id, source)
      const ids = idsOf.get(source) ?? new Set()
      idsOf.set(source, ids.add(id))
      if (ids.size > 1) crowded.add(source)
    },
    remove,
    surplus: () => {
      const [source] = crowded
      const ids = source === undefined ? undefined : idsOf.get(source)
      return ids === undefined ? undefined : [...ids].at(-1)
    },
  }
}
