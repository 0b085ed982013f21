import { type DeviceTags, tagsOf, tagsOn } from "../features/tags/feature.ts"
import type { State } from "../product/state.ts"

/** Tags of the signed-in account, or of the guest. */
const ownTags = ({ tags, session }: State): DeviceTags => tagsOf(tags, session.current?.account ?? null)

const counted = new WeakMap<DeviceTags, readonly string[]>()

/**
 * Every tag of the account that is on some device, most used first, then by word. The same list while it is unchanged.
 */
export const tagsInUse = (state: State): readonly string[] => {
  const tags = ownTags(state)
  const known = counted.get(tags)
  if (known !== undefined) return known
  const uses = new Map<string, number>()
  for (const words of tags.values()) for (const word of words) uses.set(word, (uses.get(word) ?? 0) + 1)
  const inUse = [...uses].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).map(([word]) => word)
  counted.set(tags, inUse)
  return inUse
}

/** The tags on any of these devices, without duplicates, in the order of the devices. */
export const tagsOnAny = (state: State, dids: readonly string[]): readonly string[] => {
  const tags = ownTags(state)
  return [...new Set(dids.flatMap((did) => tagsOn(tags, did)))]
}
