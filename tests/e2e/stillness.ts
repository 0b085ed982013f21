import type { BrowserContext } from "playwright"

/** What may move without a press; all else that moves is reported and fails the test (UX-5). */
export interface MayMove {
  /** Selects whatever may move with all that is in it. */
  readonly within: string
  /** Selects what may become higher or lower and take along what is below it. */
  readonly below: string
  /** The path of a page that is not watched. */
  readonly page: string
}

/** For who tests that nothing moves. */
export const NOTHING: MayMove = { within: ":not(*)", below: ":not(*)", page: "" }

/** For the survey of all tests, and for tests of pages that hold any of it; decision 23 gives the reasons. */
export const ALLOWED: MayMove = {
  within: ".toasts, .banners, .sheet li.act-item, .evlist, li.card, .trow, li.sub-row, .dialog",
  below: ".of-devices > .sec, .invite",
  page: "/replay",
}

/**
 * Runs in the page: whatever moves without a press is reported on the console (UX-5). What follows a press or a key is awaited, so the
 * time after one does not count; on a slow machine it is longer than the half second that browsers allow.
 */
const tellWhatMoves = ({ prefix, mayMove }: { readonly prefix: string; readonly mayMove: MayMove }) => {
  const ANSWERED_WITHIN_MS = 3_000
  /** Of the share of the window times the way: a word of a line that becomes some pixels longer. A link that goes a line down is more. */
  const NOTICED = 0.0005
  if (location.pathname === mayMove.page) return
  let pressed = Number.NEGATIVE_INFINITY
  // A choice made in another tab, and the way back, are as good as a press.
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
  /** From where on down all has moved, because something has become higher or lower since the last look, px. */
  const grownFrom = (): number => {
    const box = document.querySelector(mayMove.below)?.getBoundingClientRect()
    const from = Math.min(top, box?.top ?? top)
    const isOther = (box?.height ?? 0) !== height
    height = box?.height ?? 0
    top = box?.top ?? Number.POSITIVE_INFINITY
    return isOther ? from : Number.POSITIVE_INFINITY
  }
  /** What left the page with its move says nothing of what is still there. */
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
 * A part of a page waits only so long for what is above it (decision 23), and on a busy machine that may come later. Who
 * tests that parts wait for one another lets them wait longer; runs in the page.
 */
const waitLonger = () => {
  const TIMES = 20
  const limits: ReadonlySet<unknown> = new Set([1_000, 5_000, 10_000])
  const set = window.setTimeout
  const setLonger = (run: TimerHandler, ms?: number, ...given: unknown[]): number =>
    set(run, limits.has(ms) ? (ms ?? 0) * TIMES : ms, ...given)
  Object.assign(window, { setTimeout: setLonger })
}

/** Lets nothing be drawn too early because of a busy machine, and shows what moves all the same. */
export const tellMovesPatiently = async (context: BrowserContext, mayMove: MayMove): Promise<void> => {
  await context.addInitScript(waitLonger)
  await tellMoves(context, mayMove)
}

export const MOVED = "moved by itself on "

export const tellMoves = (context: BrowserContext, mayMove: MayMove): Promise<unknown> =>
  context.addInitScript(tellWhatMoves, { prefix: MOVED, mayMove })

/** Watches the pages of every test, where that was asked for. What moves depends on the speed of the machine: no usual run does it. */
export const survey = async (context: BrowserContext): Promise<void> => {
  if (process.env.STILLNESS !== undefined) await tellMoves(context, ALLOWED)
}
