/**
 * Back closes the topmost overlay. Each overlay of a page has an entry of its own in the history of the tab, with the
 * address of the page. Back leaves the entry, and the overlay closes. When an overlay closes in another way, this
 * leaves its entry too, so that Back and Forward move between pages as usual. The router learns of none of this.
 */

interface Opened {
  readonly canClose: () => boolean
  readonly close: () => void
}

interface Address {
  readonly data: unknown
  readonly url: string | URL | null | undefined
}

/** The open overlays, lowest first. */
const opened: Opened[] = []
let changed: () => void = () => undefined

/** Reports that an overlay opened; returns the function that reports that it closed. */
export const openOverPage = (one: Opened): (() => void) => {
  opened.push(one)
  changed()
  return () => {
    const at = opened.indexOf(one)
    if (at !== -1) opened.splice(at, 1)
    changed()
  }
}

/** The number of open overlays at an entry of the history. */
const depthOf = (state: unknown): number => {
  const depth: unknown = state instanceof Object && "over" in state ? state.over : 0
  return typeof depth === "number" ? depth : 0
}

/** The router's state at this entry, marked with the number of open overlays. */
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
  /** The address of the page under the overlays; null when another page took its place. */
  #under: string | null = location.href
  /** The address that the page under the overlays received meanwhile. */
  #renewed: Address | null = null
  /** A page that was requested while the history was leaving an entry. */
  #next: Address | null = null
  #isLeaving = false
  #timer: ReturnType<typeof setTimeout> | undefined

  /** Waits for the end of the task: in one task an overlay may close and another open, or a page may replace both. */
  readonly soon = (): void => {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(this.#settle)
  }

  /** Makes the entries as many as the open overlays. */
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

  /** The router goes to another page, which replaces the entry of the overlay. */
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

  /** Returns true where the router has nothing to learn. */
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

/** Starts. Call it before the router starts, and only in the page that owns the history of the tab. */
export const startWayBack = (): void => {
  const way = new WayBack()
  history.pushState = way.pushed
  history.replaceState = way.replaced
  const arrived = (event: PopStateEvent) => {
    if (way.arrived(event.state)) event.stopImmediatePropagation()
  }
  addEventListener("popstate", arrived, { capture: true })
  changed = way.soon
  // After a reload an entry of an earlier overlay may be left.
  way.soon()
}
