import { findCopied, putBackCopied } from "./foreignCopies.ts"
import { holdsOurs, isOurs } from "./ours.ts"

/**
 * Translations and extensions wrap, replace, split, merge and remove nodes that React has drawn. React then removes a
 * node from a parent that is no longer its parent, and loses the whole page. These guards carry out React's intention:
 * they find a node that was moved, and remove the nodes in its place.
 */

/** The place of a node of React at the time when other code removed it from the page. */
interface Taken {
  readonly parent: Node
  readonly before: Node | null
  readonly after: Node | null
  readonly instead: ReadonlySet<ChildNode>
}

const { removeChild, insertBefore, appendChild } = Node.prototype
const { createTextNode } = Document.prototype
const nodeValue = Object.getOwnPropertyDescriptor(Node.prototype, "nodeValue")

const taken = new WeakMap<Node, Taken>()
/** The later pieces of a text that was split, by its first piece. */
const rests = new WeakMap<Node, Set<ChildNode>>()
/** The last text that the page wrote to each text node. */
const meant = new WeakMap<Node, string>()
/** Texts that other code removed and merged into another text, by the element in which React put them. */
const merged = new WeakMap<Node, Set<Text>>()

const isForeignChild = (node: Node | null): node is ChildNode => node !== null && !holdsOurs(node)

const takeAway = (nodes: Iterable<ChildNode>): void => {
  for (const node of nodes) if (!holdsOurs(node)) node.parentNode?.removeChild(node)
}

/** The child of `parent` that holds the node; null outside of it. */
const branchOf = (parent: Node, node: Node): ChildNode | null =>
  [...parent.childNodes].find((child) => child.contains(node)) ?? null

/** The nearest element of React around a foreign wrapper. */
const ownAround = (node: Node | null | undefined): Node | null =>
  node === null || node === undefined || isOurs(node) ? (node ?? null) : ownAround(node.parentNode)

/** The texts of React at a node, also inside foreign wrappers. */
const ownTexts = (node: Node): readonly Text[] => {
  if (node instanceof Text) return isOurs(node) ? [node] : []
  return isOurs(node) ? [] : [...node.childNodes].flatMap(ownTexts)
}

const noteRest = ({ addedNodes, removedNodes, previousSibling }: MutationRecord): void => {
  if (removedNodes.length > 0 || !(previousSibling instanceof Text && isOurs(previousSibling))) return
  const [rest] = addedNodes
  if (rest instanceof Text && !isOurs(rest))
    rests.set(previousSibling, (rests.get(previousSibling) ?? new Set()).add(rest))
}

/** True when a node was added beside one that was removed, which some extensions do to replace it. */
const isPutBeside = (added: MutationRecord | undefined, node: Node): boolean =>
  added?.previousSibling === node || added?.nextSibling === node

const noteTaken = (record: MutationRecord, additions: ReadonlyMap<Node, MutationRecord>): void => {
  const { target: parent, previousSibling: before, nextSibling: after } = record
  const around = ownAround(parent)
  for (const removed of record.removedNodes) {
    const beside = [before, after].filter((sibling) => sibling !== null && isPutBeside(additions.get(sibling), removed))
    const instead = new Set([...record.addedNodes, ...beside].filter(isForeignChild))
    for (const node of isOurs(removed) ? [removed] : ownTexts(removed)) {
      if (around === null || around.contains(node)) continue
      taken.set(node, { parent, before, after, instead })
      if (instead.size === 0 && node instanceof Text) merged.set(around, (merged.get(around) ?? new Set()).add(node))
    }
  }
}

const note = (records: readonly MutationRecord[]): void => {
  const additions = new Map<Node, MutationRecord>()
  for (const record of records) {
    for (const node of record.addedNodes) additions.set(node, record)
    noteTaken(record, additions)
    noteRest(record)
  }
  findCopied(records)
}

/** The child of `parent` before which a node was or is, directly or in a wrapper; null at the end. */
const anchorOf = (parent: Node, node: Node): Node | null => {
  if (node.parentNode === parent) return node
  const branch = branchOf(parent, node)
  const place = taken.get(node)
  if (branch !== null || place?.parent !== parent) return branch
  const instead = [...place.instead].find((other) => other.parentNode === parent)
  if (instead !== undefined) return instead
  // A sibling that was removed later leads on to its own sibling.
  const after = place.after === null ? null : anchorOf(parent, place.after)
  if (after !== null || place.before === null) return after
  return branchOf(parent, place.before)?.nextSibling ?? null
}

/** Removes the nodes in place of a node, and the rest of its text. */
const forget = (node: Node): void => {
  takeAway(taken.get(node)?.instead ?? [])
  takeAway(rests.get(node) ?? [])
  taken.delete(node)
  rests.delete(node)
}

/** Removes emptied wrappers, from the innermost outwards, up to the parent. */
const dropEmptied = (parent: Node, wrapper: Node): void => {
  const { parentNode } = wrapper
  if (wrapper === parent || parentNode === null || holdsOurs(wrapper)) return
  removeChild.call(parentNode, wrapper)
  dropEmptied(parent, parentNode)
}

/** True for words that other code has added, bare or in the element that translations use. */
const isForeignText = (node: ChildNode): boolean =>
  !holdsOurs(node) && (node instanceof Text || (node instanceof Element && node.tagName === "FONT"))

/** Restores all texts of an element as React wrote them: in a merged text it is unknown which words belong to which. */
const unmerge = (parent: Node | null, write: (text: Text, value: string) => void): void => {
  const apart = parent === null ? undefined : merged.get(parent)
  if (parent === null || apart === undefined) return
  merged.delete(parent)
  takeAway([...parent.childNodes].filter(isForeignText))
  // The last one first, because each knows its next sibling.
  for (const text of [...apart].reverse())
    if (!parent.contains(text)) insertBefore.call(parent, text, anchorOf(parent, text))
  for (const text of [...parent.childNodes].flatMap(ownTexts)) {
    const value = meant.get(text)
    if (value !== undefined && text.data !== value) write(text, value)
    forget(text)
  }
}

/**
 * Carries out React's change of a child of `parent`. Removes a wrapper around the child once it holds nothing of ours.
 */
const change = (parent: Node, child: Node, act: () => void): void => {
  const wrapper = child.parentNode === parent ? null : child.parentNode
  const isInside = wrapper !== null && parent.contains(wrapper)
  act()
  forget(child)
  if (isInside) dropEmptied(parent, wrapper)
}

/**
 * Removes what a foreign script put beside a text in its own wrapper, such as its reading: it belongs to the old words.
 */
const dropBeside = (node: Node): void => {
  const { parentNode } = node
  if (parentNode === null || isOurs(parentNode)) return
  takeAway([...parentNode.childNodes].filter((child) => child !== node))
  dropBeside(parentNode)
}

/** Puts a text of React back in its place before React writes to it, when another text is there instead. */
const restore = (text: Text): void => {
  dropBeside(text)
  const place = taken.get(text)
  if (place !== undefined && !text.isConnected) insertBefore.call(place.parent, text, anchorOf(place.parent, text))
  forget(text)
}

/** Guards the changes that React makes to the page. Call it before React draws anything. */
export const guardAgainstForeignNodes = (): void => {
  const write = nodeValue?.set
  if (write === undefined) return
  const writeText = (text: Text, value: string) => write.call(text, value)
  const observer = new MutationObserver(note)
  observer.observe(document, { childList: true, subtree: true })
  const catchUp = () => {
    note(observer.takeRecords())
    putBackCopied()
  }
  /** Notes foreign changes before a change of React's, which is not foreign itself. */
  const carryOut = (parent: Node, child: Node, act: () => void): void => {
    if (isOurs(child)) {
      catchUp()
      unmerge(parent, writeText)
      change(parent, child, act)
      observer.takeRecords()
    } else act()
  }

  Node.prototype.removeChild = function <Child extends Node>(this: Node, child: Child): Child {
    carryOut(this, child, () => {
      const from = isOurs(child) ? child.parentNode : this
      if (from !== null) removeChild.call(from, child)
    })
    return child
  }
  Node.prototype.insertBefore = function <Child extends Node>(this: Node, child: Child, next: Node | null): Child {
    carryOut(this, child, () =>
      insertBefore.call(this, child, next === null || !isOurs(child) ? next : anchorOf(this, next)),
    )
    return child
  }
  Node.prototype.appendChild = function <Child extends Node>(this: Node, child: Child): Child {
    carryOut(this, child, () => appendChild.call(this, child))
    return child
  }
  Document.prototype.createTextNode = function (this: Document, data: string): Text {
    const text = createTextNode.call(this, data)
    meant.set(text, data)
    return text
  }
  Object.defineProperty(Node.prototype, "nodeValue", {
    ...nodeValue,
    set(this: Node, value: string | null) {
      if (!(this instanceof Text && isOurs(this))) {
        write.call(this, value)
        return
      }
      catchUp()
      meant.set(this, value ?? "")
      unmerge(ownAround(this.parentNode ?? taken.get(this)?.parent), writeText)
      write.call(this, value)
      restore(this)
      observer.takeRecords()
    },
  })
}
