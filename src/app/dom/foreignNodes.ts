/**
 * Translations and extensions wrap, replace, split and remove the nodes that React has drawn. React then removes a node from
 * a parent that is not its parent any more, and loses the whole page. These guards carry out what React meant: they
 * find the place of a node that was moved, and take away what was put in its place.
 */

/** Where a node of React was when something else took it out of the page. */
interface Taken {
  readonly parent: Node
  readonly before: Node | null
  readonly after: Node | null
  readonly instead: ReadonlySet<ChildNode>
}

const { removeChild, insertBefore, appendChild } = Node.prototype
const nodeValue = Object.getOwnPropertyDescriptor(Node.prototype, "nodeValue")

const taken = new WeakMap<Node, Taken>()
/** The rest of a text that was split, by its beginning. */
const rests = new WeakMap<Node, Set<ChildNode>>()

/** React marks each node that it keeps. */
const isOurs = (node: Node): boolean => Object.keys(node).some((key) => key.startsWith("__react"))

const holdsOurs = (node: Node): boolean => isOurs(node) || [...node.childNodes].some(holdsOurs)

const isForeignChild = (node: Node | null): node is ChildNode => node !== null && !holdsOurs(node)

const takeAway = (nodes: Iterable<ChildNode>): void => {
  for (const node of nodes) if (!holdsOurs(node)) node.parentNode?.removeChild(node)
}

/** The child of `parent` that holds the node; null outside of it. */
const branchOf = (parent: Node, node: Node): ChildNode | null =>
  [...parent.childNodes].find((child) => child.contains(node)) ?? null

const noteRest = ({ addedNodes, removedNodes, previousSibling }: MutationRecord): void => {
  if (removedNodes.length > 0 || !(previousSibling instanceof Text && isOurs(previousSibling))) return
  const [rest] = addedNodes
  if (rest instanceof Text && !isOurs(rest))
    rests.set(previousSibling, (rests.get(previousSibling) ?? new Set()).add(rest))
}

/** Added beside a node before that was removed, which some do to replace it. */
const isPutBeside = (added: MutationRecord | undefined, node: Node): boolean =>
  added?.previousSibling === node || added?.nextSibling === node

const noteTaken = (record: MutationRecord, additions: ReadonlyMap<Node, MutationRecord>): void => {
  const { target: parent, previousSibling: before, nextSibling: after } = record
  for (const node of record.removedNodes) {
    if (!isOurs(node) || parent.contains(node)) continue
    const beside = [before, after].filter((sibling) => sibling !== null && isPutBeside(additions.get(sibling), node))
    const instead = new Set([...record.addedNodes, ...beside].filter(isForeignChild))
    taken.set(node, { parent, before, after, instead })
  }
}

const note = (records: readonly MutationRecord[]): void => {
  const additions = new Map<Node, MutationRecord>()
  for (const record of records) {
    for (const node of record.addedNodes) additions.set(node, record)
    noteTaken(record, additions)
    noteRest(record)
  }
}

/** Before which child of `parent` a node was, or is, directly or in a wrapper; null at the end. */
const anchorOf = (parent: Node, node: Node): Node | null => {
  if (node.parentNode === parent) return node
  const branch = branchOf(parent, node)
  const place = taken.get(node)
  if (branch !== null || place?.parent !== parent) return branch
  const instead = [...place.instead].find((other) => other.parentNode === parent)
  if (instead !== undefined) return instead
  // A neighbour that was taken later leads on to its own.
  const after = place.after === null ? null : anchorOf(parent, place.after)
  if (after !== null || place.before === null) return after
  return branchOf(parent, place.before)?.nextSibling ?? null
}

/** Takes away what is there in place of a node, and what is left of its text. */
const forget = (node: Node): void => {
  takeAway(taken.get(node)?.instead ?? [])
  takeAway(rests.get(node) ?? [])
  taken.delete(node)
  rests.delete(node)
}

/** From the innermost wrapper outwards, up to the parent. */
const dropEmptied = (parent: Node, wrapper: Node): void => {
  const { parentNode } = wrapper
  if (wrapper === parent || parentNode === null || holdsOurs(wrapper)) return
  removeChild.call(parentNode, wrapper)
  dropEmptied(parent, parentNode)
}

/** What React does to a child of `parent`. A wrapper around it goes when it holds nothing of ours any more. */
const change = (parent: Node, child: Node, act: () => void): void => {
  const wrapper = child.parentNode === parent ? null : child.parentNode
  const isInside = wrapper !== null && parent.contains(wrapper)
  act()
  forget(child)
  if (isInside) dropEmptied(parent, wrapper)
}

/** Puts a text that React writes to back in its place, when another one is there instead. */
const restore = (text: Text): void => {
  const place = taken.get(text)
  if (place !== undefined && !text.isConnected) insertBefore.call(place.parent, text, anchorOf(place.parent, text))
  forget(text)
}

/** Guards the changes that React makes to the page. To be called before React draws anything. */
export const guardAgainstForeignNodes = (): void => {
  const observer = new MutationObserver(note)
  observer.observe(document.documentElement, { childList: true, subtree: true })
  const catchUp = () => note(observer.takeRecords())

  Node.prototype.removeChild = function <Child extends Node>(this: Node, child: Child): Child {
    if (!isOurs(child)) removeChild.call(this, child)
    else {
      catchUp()
      change(this, child, () => {
        if (child.parentNode !== null) removeChild.call(child.parentNode, child)
      })
    }
    return child
  }
  Node.prototype.insertBefore = function <Child extends Node>(this: Node, child: Child, next: Node | null): Child {
    if (!isOurs(child)) insertBefore.call(this, child, next)
    else {
      catchUp()
      change(this, child, () => insertBefore.call(this, child, next === null ? null : anchorOf(this, next)))
    }
    return child
  }
  Node.prototype.appendChild = function <Child extends Node>(this: Node, child: Child): Child {
    if (!isOurs(child)) appendChild.call(this, child)
    else {
      catchUp()
      change(this, child, () => appendChild.call(this, child))
    }
    return child
  }
  const write = nodeValue?.set
  if (write === undefined) return
  Object.defineProperty(Node.prototype, "nodeValue", {
    ...nodeValue,
    set(this: Node, value: string | null) {
      write.call(this, value)
      if (!(this instanceof Text && isOurs(this))) return
      catchUp()
      restore(this)
    },
  })
}
