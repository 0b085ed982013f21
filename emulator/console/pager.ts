import { el } from "./dom.ts"

/** Shows a long list page by page. */
export interface Pager {
  /** Index of the first entry that is shown, from 0. */
  first(): number
  /** Shows the range of the page among this many entries. */
  show(of: number): void
  /** Starts again at the first page, for another list. */
  restart(): void
}

/** Calls `turned` to show the entries from `first()` on. */
export const createPager = (place: HTMLElement, size: number, turned: () => void): Pager => {
  let first = 0
  let total = 0
  const turn = (by: number): void => {
    const to = first + by
    if (to < 0 || to >= total) return
    first = to
    turned()
  }
  const label = el("span", { class: "faint small" })
  const previous = el("button", { class: "btn quiet", type: "button", click: () => turn(-size) }, "Previous")
  const next = el("button", { class: "btn quiet", type: "button", click: () => turn(size) }, "Next")
  place.append(label, previous, next)
  return {
    first: () => first,
    show: (of) => {
      total = of
      place.hidden = of <= size
      label.textContent = `${first + 1} to ${Math.min(first + size, of)} of ${of}`
      // The pressed button keeps the focus at the end of the list.
      previous.setAttribute("aria-disabled", String(first === 0))
      next.setAttribute("aria-disabled", String(first + size >= of))
      if (first === 0 || first < of) return
      first = Math.max(0, (Math.ceil(of / size) - 1) * size)
      turned()
    },
    restart: () => {
      first = 0
    },
  }
}
