/**
 * Runs in the page: whatever moves by itself is told on the console (UX-5). What follows a press or a key is awaited, so the
 * time after one does not count; on a slow machine it is longer than the half second that browsers allow.
 */
export const tellWhatMoves = (prefix: string): void => {
  const ANSWERED_WITHIN_MS = 3_000
  /** Of the share of the window times the way: a word of a line that becomes some pixels longer. A link that goes a line down is more. */
  const NOTICED = 0.0005
  let pressed = Number.NEGATIVE_INFINITY
  for (const type of ["pointerdown", "pointerup", "keydown", "input", "resize"])
    addEventListener(type, ({ timeStamp }) => (pressed = timeStamp), { capture: true, passive: true })
  const named = (node: unknown): string =>
    node instanceof Element ? [node.localName, ...node.classList].join(".") : "what is gone"
  const told = (entry: PerformanceEntry): void => {
    if (Reflect.get(entry, "value") < NOTICED) return
    if (Reflect.get(entry, "hadRecentInput") === true || entry.startTime - pressed < ANSWERED_WITHIN_MS) return
    const sources: readonly object[] = Reflect.get(entry, "sources")
    const moved = sources.map((source) => {
      const [before, after]: readonly DOMRectReadOnly[] = ["previousRect", "currentRect"].map((name) =>
        Reflect.get(source, name),
      )
      return `${named(Reflect.get(source, "node"))} ${before?.x},${before?.y} to ${after?.x},${after?.y}`
    })
    console.debug(`${prefix}${location.pathname}: ${moved.join("; ")}`)
  }
  new PerformanceObserver((list) => list.getEntries().forEach(told)).observe({ type: "layout-shift", buffered: true })
}

export const MOVED = "moved by itself on "
