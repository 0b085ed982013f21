import type { BrowserContext } from "playwright"

/** Parts that may move without a press. Any other movement is reported and fails the test (UX-5). */
export interface MayMove {
  /** Selects parts that may move with their content. */
  readonly within: string
  /** Selects parts that may change their height and move everything below them. */
  readonly below: string
  /** The path of a page without this check. */
  readonly page: string
}

/** For tests in which nothing may move. */
export const NOTHING: MayMove = { within: ":not(*)", below: ":not(*)", page: "" }

/** For the survey of all tests, and for tests of pages with any of these parts. Decision 23 has the reasons. */
export const ALLOWED: MayMove = {
  within: ".toasts, .banners, .sheet li.act-item, .evlist, li.card, .trow, li.sub-row, .dialog",
  below: ".of-devices > .sec, .invite",
  page: "/replay",
}

/**
 * Runs in the page: reports movements without a press on the console (UX-5). A person expects a movement after a press
 * or a key, so the time after one does not count. On a slow machine that time is longer than the half second of
 * browsers.
 */
const tellWhatMoves = ({ prefix, mayMove }: { readonly prefix: string; readonly mayMove: MayMove }) => {
  const ANSWERED_WITHIN_MS = 3_000
  /**
   * Share of the window times the distance: some pixels for a word of a line. A link that moves down by a line exceeds
   * it.
   */
  const NOTICED = 0.0005
  if (location.pathname === mayMove.page) return
  let pressed = Number.NEGATIVE_INFINITY
  // A choice in another tab and the back button count as a press.
  for (const type of ["pointerdown", "pointerup", "keydown", "input", "resize", "storage", "popstate"])
    addEventListener(type, ({ timeStamp }) => (pressed = timeStamp), { capture: true, passive: true })
  const rectOf = (source: object, name: "previousRect" | "currentRect"): DOMRectReadOnly | undefined =>
    Reflect.get(source, name)
  const elementOf = (source: object): Element | null => {
    const node: unknown = Reflect.get(source, "node")
    return node instanceof Element ? node : node instanceof Node ? node.parentElement : null
  }
  let height = 0
  let top = Number.POSITIVE_INFINITY
  /** The height from which everything below has moved since the last check, because a part changed its height, px. */
  const grownFrom = (): number => {
    const box = document.querySelector(mayMove.below)?.getBoundingClientRect()
    const from = Math.min(top, box?.top ?? top)
    const isOther = (box?.height ?? 0) !== height
    height = box?.height ?? 0
    top = box?.top ?? Number.POSITIVE_INFINITY
    return isOther ? from : Number.POSITIVE_INFINITY
  }
  /** A part that left the page with its move says nothing about the remaining ones. */
  const mayHaveMoved = (source: object, grown: number): boolean => {
    const element = elementOf(source)
    if (element === null || element.closest(mayMove.within) !== null) return true
    return (rectOf(source, "currentRect")?.top ?? 0) >= grown
  }
  const said = (source: object): string => {
    const element = elementOf(source)
    const [before, after] = [rectOf(source, "previousRect"), rectOf(source, "currentRect")]
    const name = element === null ? "" : [element.localName, ...element.classList].join(".")
    return `${name} ${before?.x},${before?.y} to ${after?.x},${after?.y}`
  }
  const report = (entry: PerformanceEntry, grown: number): void => {
    if (Reflect.get(entry, "value") < NOTICED) return
    if (Reflect.get(entry, "hadRecentInput") === true || entry.startTime - pressed < ANSWERED_WITHIN_MS) return
    const sources: readonly object[] = Reflect.get(entry, "sources")
    if (sources.every((source) => mayHaveMoved(source, grown))) return
    console.debug(`${prefix}${location.pathname}, ${innerWidth} px wide: ${sources.map(said).join("; ")}`)
  }
  new PerformanceObserver((list) => {
    const grown = grownFrom()
    for (const entry of list.getEntries()) report(entry, grown)
  }).observe({ type: "layout-shift", buffered: true })
}

/**
 * A part of a page waits only for a limited time for the parts above it (decision 23), which may be too short on a busy
 * machine. Tests of this waiting lengthen it. Runs in the page.
 */
const waitLonger = () => {
  const TIMES = 20
  const limits: ReadonlySet<unknown> = new Set([1_000, 5_000, 10_000])
  const set = window.setTimeout
  const setLonger = (run: TimerHandler, ms?: number, ...given: unknown[]): number =>
    set(run, limits.has(ms) ? (ms ?? 0) * TIMES : ms, ...given)
  Object.assign(window, { setTimeout: setLonger })
}

/** Prevents early drawing due to a busy machine, and still reports movements. */
export const tellMovesPatiently = async (context: BrowserContext, mayMove: MayMove): Promise<void> => {
  await context.addInitScript(waitLonger)
  await tellMoves(context, mayMove)
}

export const MOVED = "moved by itself on "

export const tellMoves = (context: BrowserContext, mayMove: MayMove): Promise<unknown> =>
  context.addInitScript(tellWhatMoves, { prefix: MOVED, mayMove })

/**
 * Reports movements in the pages of every test, on request. Movement depends on the speed of the machine, so usual runs
 * do not check it.
 */
export const survey = async (context: BrowserContext): Promise<void> => {
  if (process.env.STILLNESS !== undefined) await tellMoves(context, ALLOWED)
}
