/**
 * Where something takes the whole of an open dialog out of the page, the library looks for the element before it, which is not
 * there, to walk from there to what can have the focus. The error comes at the next change of focus and reaches no boundary.
 * Such a walk begins at its root instead.
 */
export const walkFromRoot = (): void => {
  const own = Object.getOwnPropertyDescriptor(TreeWalker.prototype, "currentNode")
  const move = own?.set
  if (move === undefined) return
  Object.defineProperty(TreeWalker.prototype, "currentNode", {
    ...own,
    set(this: TreeWalker, node: Node | null | undefined) {
      move.call(this, node ?? this.root)
    },
  })
}
