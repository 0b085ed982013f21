/** Builds the page without markup from text: names of accounts and devices are only ever text nodes. */

type Child = Node | string

interface Traits {
  readonly class?: string
  readonly title?: string
  readonly type?: string
  readonly value?: string
  readonly click?: () => void
  /** Identifies a control across renderings of its list, so that it keeps the focus. */
  readonly key?: string
}

export const el = (tag: string, traits: Traits = {}, ...children: readonly Child[]): HTMLElement => {
  const element = document.createElement(tag)
  const { class: className, click, key, ...attributes } = traits
  if (className !== undefined) element.className = className
  if (key !== undefined) element.dataset.key = key
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  if (click !== undefined) element.addEventListener("click", click)
  element.append(...children)
  return element
}

const SVG = "http://www.w3.org/2000/svg"

/** A status sign: a different shape for every state, never a colour alone. */
export const sign = (shape: string, tone: string): SVGElement => {
  const svg = document.createElementNS(SVG, "svg")
  svg.setAttribute("class", `g ${tone}`)
  svg.setAttribute("viewBox", "0 0 16 16")
  svg.setAttribute("aria-hidden", "true")
  const use = document.createElementNS(SVG, "use")
  use.setAttribute("href", `#g-${shape}`)
  svg.append(use)
  return svg
}

export const byId = (id: string): HTMLElement => {
  const element = document.getElementById(id)
  if (element === null) throw new Error(`the page has no #${id}`)
  return element
}

const drawn = new Map<string, string>()

/** Renders a list again when its data changed, and keeps the focus. */
export const draw = (name: string, data: unknown, build: () => readonly Child[]): void => {
  const text = JSON.stringify(data)
  if (drawn.get(name) === text) return
  drawn.set(name, text)
  const place = document.querySelector(`[data-list="${name}"]`)
  const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.key : undefined
  place?.replaceChildren(...build())
  if (focused === undefined) return
  const again = place?.querySelector(`[data-key="${CSS.escape(focused)}"]`)
  if (again instanceof HTMLElement) again.focus()
}

export const count = (name: string, value: number): void => {
  const place = document.querySelector(`[data-count="${name}"]`)
  if (place !== null) place.textContent = String(value)
}

export const table = (heads: readonly string[], rows: readonly (readonly Node[])[]): HTMLElement =>
  el(
    "table",
    {},
    el("thead", {}, el("tr", {}, ...heads.map((head) => el("th", {}, head)))),
    el("tbody", {}, ...rows.map((cells) => el("tr", {}, ...cells))),
  )

const clock = new Intl.DateTimeFormat("en", { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" })
const ago = new Intl.RelativeTimeFormat("en", { style: "short" })

export const timeOfDay = (ms: number): string => clock.format(ms)

const steps: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
]

/** Time before `now`. The smallest step is a minute, so that rows do not change every second. */
export const since = (ms: number, now: number): string => {
  const step = steps.find(([, length]) => now - ms >= length)
  return step === undefined ? "now" : ago.format(-Math.floor((now - ms) / step[1]), step[0])
}
