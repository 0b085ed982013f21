import { holdsOurs } from "./ours.ts"

/**
 * Some extensions replace the markup of a whole part of the page: it looks as before, but no listener is there and React
 * goes on drawing what is not in the page. Such copies are taken away and the elements of the app put back.
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

/** Where the copies have changed or are gone, or an original is elsewhere, something else has been done since. */
const putBack = ({ parent, originals, copies }: Copied): void => {
  const [next] = copies
  if (next === undefined || originals.some((node) => node.isConnected)) return
  if (copies.some((node) => node.parentNode !== parent || holdsOurs(node))) return
  for (const node of originals) insertBefore.call(parent, node, next)
  for (const node of copies) parent.removeChild(node)
}

let found: readonly Copied[] = []

/** Puts back what was found. The last one first, because each was done to what the one before it had left. */
export const putBackCopied = (): void => {
  const copied = found.toReversed()
  found = []
  copied.forEach(putBack)
}

/**
 * Looks for copies. They are taken away in a task of its own, or before React's next change: an
 * extension that answers each change by another one would otherwise block the page.
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
