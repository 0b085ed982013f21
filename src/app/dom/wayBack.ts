/**
 * Back closes what is on top. Each thing that opens over a page has an entry of its own in the history of the tab, with the
 * address of the page: Back leaves the entry, and what it was made for closes. Closed in another way, the entry is left
 * as well, so that Back and Forward go between pages as ever. The router learns of none of this.
 */

interface Opened {
  readonly canClose: () => boolean
  readonly close: () => void
}

interface Address {
  readonly data: unknown
  readonly url: string | URL | null | undefined
}

/** Lowest first. */
const opened: Opened[] = []
let changed: () => void = () => undefined

/** Tells that something opened over the page; returns how to tell that it closed. */
export const openOverPage = (one: Opened): (() => void) => {
  opened.push(one)
  changed()
  return () => {
    const at = opened.indexOf(one)
    if (at !== -1) opened.splice(at, 1)
    changed()
  }
}

/** How many things were open at an entry of the history. */
const depthOf = (state: unknown): number => {
  const depth: unknown = state instanceof Object && "over" in state ? state.over : 0
  return typeof depth === "number" ? depth : 0
}

/** The state of the router at this entry, marked as one with so many things open. */
const marked = (state: unknown, depth: number): object => ({ ...(state instanceof Object ? state : {}), over: depth })

const closeDownTo = (depth: number): void => {
  while (opened.length > depth) {
    const top = opened.at(-1)
    if (top === undefined || !top.canClose()) return
    opened.pop()
    top.close()
  }
}

/** The position in the history of the tab, and the address that the router knows. */
class WayBack {
  readonly #push = history.pushState.bind(history)
  readonly #replace = history.replaceState.bind(history)
  /** The address that the router shows. */
  #shown = location.href
  /** The address of the page under what is open; null when another page took its place. */
  #under: string | null = location.href
  /** The address that the page under what is open was given meanwhile. */
  #renewed: Address | null = null
  /** A page that was asked for while an entry was being left. */
  #next: Address | null = null
  #isLeaving = false
  #timer: ReturnType<typeof setTimeout> | undefined

  /** Waits for the end of the task: in one task an overlay may close and another open, or a page may replace both. */
  readonly soon = (): void => {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(this.#settle)
  }

  /** As many entries as things that are open. */
  readonly #settle = (): void => {
    if (this.#isLeaving) return
    const depth = depthOf(history.state)
    if (depth === 0) this.#under = location.href
    for (let next = depth + 1; next <= opened.length; next += 1) this.#push(marked(history.state, next), "")
    if (depth <= opened.length) return
    this.#isLeaving = true
    history.go(opened.length - depth)
  }

  readonly #renew = (): void => {
    if (this.#renewed === null) return
    const { data, url } = this.#renewed
    const depth = depthOf(history.state)
    this.#replace(depth === 0 ? data : marked(data, depth), "", url)
    this.#under = location.href
    if (depth === 0) this.#renewed = null
  }

  /** The router goes to another page, which takes the place of the entry that was made for what is open. */
  readonly pushed = (data: unknown, unused: string, url: Address["url"]): void => {
    if (this.#isLeaving) this.#next = { data, url }
    else if (depthOf(history.state) > 0) this.#replace(data, unused, url)
    else this.#push(data, unused, url)
    this.#renewed = null
    this.#under = null
    this.#shown = new URL(url ?? location.href, location.href).href
    this.soon()
  }

  readonly replaced = (data: unknown, unused: string, url: Address["url"]): void => {
    this.#shown = new URL(url ?? location.href, location.href).href
    if (this.#next !== null) {
      this.#next = { data, url }
      return
    }
    const depth = depthOf(history.state)
    this.#replace(depth === 0 ? data : marked(data, depth), unused, url)
    if (depth > 0) this.#renewed = { data, url }
  }

  /** True where the router has nothing to learn. */
  readonly arrived = (state: unknown): boolean => {
    this.soon()
    const depth = depthOf(state)
    if (this.#isLeaving) {
      this.#isLeaving = false
      this.#renew()
      if (this.#next !== null) this.#push(this.#next.data, "", this.#next.url)
      this.#next = null
    } else if (depth < opened.length && location.href === this.#under) {
      this.#renew()
      closeDownTo(depth)
      return true
    } else if (depth === 0) {
      this.#renewed = null
      closeDownTo(0)
      this.#shown = location.href
      return false
    }
    const isKnown = location.href === this.#shown
    this.#shown = location.href
    return isKnown
  }
}

/** Begins; to be called before the router does, and only by the page that the history of the tab belongs to. */
export const startWayBack = (): void => {
  const way = new WayBack()
  history.pushState = way.pushed
  history.replaceState = way.replaced
  const arrived = (event: PopStateEvent) => {
    if (way.arrived(event.state)) event.stopImmediatePropagation()
  }
  addEventListener("popstate", arrived, { capture: true })
  changed = way.soon
  // After a reload an entry may be left of what was open before it.
  way.soon()
}
