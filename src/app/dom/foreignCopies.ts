import { holdsOurs } from "./ours.ts"

/**
 * Some extensions replace the markup of a whole part of the page. It looks as before, but has no listeners, and React
 * goes on drawing nodes that are not in the page. This removes such copies and puts the elements of the app back.
 */

const { insertBefore } = Node.prototype

interface Copied {
  readonly parent: Node
  readonly originals: readonly Node[]
  readonly copies: readonly Node[]
}

const isCopy = ({ addedNodes, removedNodes }: MutationRecord): boolean =>
  [...addedNodes].some((node) => node instanceof Element) &&
  [...removedNodes].some((node) => node instanceof Element && holdsOurs(node))

/**
 * Puts the originals back. Leaves alone copies that have changed or are gone, and originals that are elsewhere:
 * something else has acted since.
 */
const putBack = ({ parent, originals, copies }: Copied): void => {
  const [next] = copies
  if (next === undefined || originals.some((node) => node.isConnected)) return
  if (copies.some((node) => node.parentNode !== parent || holdsOurs(node))) return
  for (const node of originals) insertBefore.call(parent, node, next)
  for (const node of copies) parent.removeChild(node)
}

let found: readonly Copied[] = []

/** Undoes all replacements, the last one first, because each was made to the result of the one before. */
export const putBackCopied = (): void => {
  const copied = found.toReversed()
  found = []
  copied.forEach(putBack)
}

/**
 * Looks for copies. Removes them in a later task, or before React's next change. An extension that answers each change
 * by another one would otherwise block the page.
 */
export const findCopied = (records: readonly MutationRecord[]): void => {
  const copied = records.filter(isCopy).map(({ target, removedNodes, addedNodes }) => ({
    parent: target,
    originals: [...removedNodes],
    copies: [...addedNodes],
  }))
  if (copied.length === 0) return
  if (found.length === 0) setTimeout(putBackCopied)
  found = [...found, ...copied]
}
