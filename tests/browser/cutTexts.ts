/**
 * The visible remains of texts that run against the direction of their page, for tests of right-to-left pages (I18N-3).
 */

/** A run of Latin letters in an Arabic page, with the digits and signs among them. */
const LATIN = /[A-Za-z][\w .,:/@-]*/g

/** The box that cuts a text: the nearest one that hides overflow behind an ellipsis. */
const cutterOf = (node: Node, root: Element): Element | null => {
  for (let at = node.parentElement; at !== null && root.contains(at); at = at.parentElement)
    if (getComputedStyle(at).textOverflow === "ellipsis" && getComputedStyle(at).overflowX !== "visible") return at
  return null
}

const rectAt = (node: Node, at: number): DOMRect => {
  const range = document.createRange()
  range.setStart(node, at)
  range.setEnd(node, at + 1)
  return range.getBoundingClientRect()
}

/** Visible runs of Latin text whose beginning is hidden, each with the class of the box that cuts it. */
export const lostBeginnings = (root: Element): readonly string[] => {
  const lost: string[] = []
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (node.parentElement?.closest(".vh, [hidden]") != null) continue
    const cutter = cutterOf(node, root)
    if (cutter === null || cutter.scrollWidth <= cutter.clientWidth) continue
    const room = cutter.getBoundingClientRect()
    const isSeen = ({ left, right, width }: DOMRect) => width > 0 && left >= room.left - 1 && right <= room.right + 1
    for (const { 0: run, index } of (node.textContent ?? "").matchAll(LATIN)) {
      const last = rectAt(node, index + run.trimEnd().length - 1)
      if (!isSeen(rectAt(node, index)) && isSeen(last)) lost.push(`${cutter.className}: ${run}`)
    }
  }
  return lost
}
