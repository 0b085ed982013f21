/**
 * When other code removes a whole open dialog from the page, the library starts a tree walk at the element that was
 * before the dialog, which is not in the tree. The error comes at the next change of focus and reaches no boundary.
 * This starts such a walk at its root instead.
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
