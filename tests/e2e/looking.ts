import type { Page } from "playwright"
import type { TestStack } from "./stack.ts"

/** Faults in the texts of a screen as a person would see them, one line each: the place and the text. */
export interface Findings {
  /** Texts that are neither pseudo nor data: they were written into code. */
  readonly foreign: readonly string[]
  /** Texts that are cut off without a title for the whole text, or that leave the window or the width of a dialog. */
  readonly clipped: readonly string[]
}

/** A text of the component library, which translates it into all our languages. */
const LIBRARY_WORDS = ["Dismiss"]

/**
 * Checks all visible texts. Data (names, addresses, builds) is in `<bdi>`, and languages name themselves under their
 * own `lang`. Such texts, and those that are `known` as data, are no texts of the app, even where they are repeated.
 */
export const lookAt = (page: Page, known: readonly string[]): Promise<Findings> =>
  page.evaluate(
    async (given) => {
      /* Overlays follow a resized window one frame later. Observers run with frames even where a test stops time. */
      for (let frame = 0; frame < 2; frame += 1)
        await new Promise((resolve) => new ResizeObserver(resolve).observe(document.documentElement))
      const LETTERS = /\p{L}{2}/u
      /** px; fractions of them are no cut. */
      const TOLERANCE = 1

      const isHidden = (element: Element): boolean =>
        !element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true })
      /** True for a text only for screen readers: it is not visible. */
      const isScreenReaderOnly = (element: Element): boolean => {
        for (let each: Element | null = element; each !== null; each = each.parentElement) {
          const { clipPath, clip } = getComputedStyle(each)
          if (clipPath.startsWith("inset(50%") || clip.startsWith("rect(0") || clip.startsWith("rect(1")) return true
        }
        return false
      }
      const place = (element: Element): string => {
        const around = [element, element.parentElement, element.parentElement?.parentElement].filter((each) => !!each)
        return around
          .map((each) => `${each.localName}${[...each.classList].map((name) => `.${name}`).join("")}`)
          .reverse()
          .join(" > ")
      }
      const withoutBrackets = (text: string): string => {
        let depth = 0
        return [...text]
          .filter((letter) => {
            if (letter === "⟦") depth += 1
            const outside = depth === 0
            if (letter === "⟧") depth -= 1
            return outside
          })
          .join("")
      }
      const shown = [...document.querySelectorAll("bdi, [lang]:not(html)")].map(({ textContent }) => textContent.trim())
      const data = [...shown, ...given]
        .filter((text) => text !== "" && !text.includes("⟦"))
        .sort((a, b) => b.length - a.length)
      const isForeign = (text: string): boolean => {
        const outside = withoutBrackets(text)
        if (!LETTERS.test(outside)) return false
        return LETTERS.test(data.reduce((rest, each) => rest.replaceAll(each, ""), outside))
      }

      const foreign: string[] = []
      const clipped: string[] = []

      const readAttributes = (element: Element) => {
        for (const name of ["aria-label", "aria-description", "aria-roledescription", "aria-valuetext"])
          judge(element, element.getAttribute(name), name)
        for (const name of ["title", "placeholder", "alt"]) judge(element, element.getAttribute(name), name)
      }
      const judge = (element: Element, text: string | null, what: string) => {
        if (text !== null && isForeign(text)) foreign.push(`${place(element)}: ${what} "${text.trim()}"`)
      }
      /** A sentence around another text is in pieces: its brackets close only in the whole element. */
      const wholeOf = (text: string, element: Element): string =>
        text.split("⟦").length === text.split("⟧").length ? text : element.textContent
      type Box = Pick<DOMRect, "left" | "right" | "top" | "bottom">
      const boxOf = (node: Text): DOMRect => {
        const range = document.createRange()
        range.selectNodeContents(node)
        return range.getBoundingClientRect()
      }
      /** A part outside of the visible area of a scrolling box is cut only by that box, not by boxes around it. */
      const seenFrom = (around: Element, inner: Box): Box => {
        const { overflowX, overflowY } = getComputedStyle(around)
        return /auto|scroll/.test(`${overflowX} ${overflowY}`) ? around.getBoundingClientRect() : inner
      }
      const hides = (overflow: string) => overflow === "hidden" || overflow === "clip"
      /**
       * True when this box cuts a text. The text's own box is measured by its scroll size, outer boxes by their edges.
       */
      const cuts = (around: Element, node: Text, inner: Box): boolean => {
        const { overflowX, overflowY, display } = getComputedStyle(around)
        if (display === "inline" || !(hides(overflowX) || hides(overflowY))) return false
        if (around === node.parentElement)
          return (
            around.scrollWidth > around.clientWidth + TOLERANCE || around.scrollHeight > around.clientHeight + TOLERANCE
          )
        const outer = around.getBoundingClientRect()
        const wide = inner.left < outer.left - TOLERANCE || inner.right > outer.right + TOLERANCE
        const tall = inner.top < outer.top - TOLERANCE || inner.bottom > outer.bottom + TOLERANCE
        return (wide && hides(overflowX)) || (tall && hides(overflowY))
      }
      /** True when a person can scroll to the content of the element. */
      const scrolls = (element: Element): boolean => {
        for (let each = element.parentElement; each !== null && each !== document.body; each = each.parentElement)
          if (/auto|scroll/.test(getComputedStyle(each).overflowX)) return true
        return false
      }
      const leaves = (node: Text): boolean => {
        const { left, right } = boxOf(node)
        return right > innerWidth + TOLERANCE || left < -TOLERANCE
      }
      /** Reports the nearest box that cuts a text, unless the box or an ancestor has the whole text as its title. */
      const judgeRoom = (node: Text, element: Element) => {
        if (isScreenReaderOnly(element)) return
        const line = `${place(element)}: "${node.data.trim()}"`
        let cut = false
        let inner: Box = boxOf(node)
        for (let each: Element | null = element; each !== null && each !== document.body; each = each.parentElement) {
          cut ||= cuts(each, node, inner)
          inner = seenFrom(each, inner)
          if (each.hasAttribute("title")) return
        }
        if (cut) clipped.push(`cut: ${line}`)
        else if (leaves(node) && !scrolls(element)) clipped.push(`outside: ${line}`)
      }

      for (const element of document.body.querySelectorAll("*")) {
        if (isHidden(element) || element.closest("svg, script, style") !== null) continue
        readAttributes(element)
        for (const node of element.childNodes) {
          if (!(node instanceof Text) || node.data.trim() === "") continue
          if (element.closest("bdi, [lang]:not(html)") === null) judge(element, wholeOf(node.data, element), "text")
          judgeRoom(node, element)
        }
      }
      if (document.documentElement.scrollWidth > innerWidth + TOLERANCE) {
        const wide = [...document.body.querySelectorAll("*")].filter((each) => {
          const { left, right } = each.getBoundingClientRect()
          return left < -TOLERANCE || right > innerWidth + TOLERANCE
        })
        clipped.push(`outside: the page scrolls sideways: ${wide.map(place).join(", ")}`)
      }
      for (const body of document.querySelectorAll(".dialog-body"))
        if (body.scrollWidth > body.clientWidth + TOLERANCE) clipped.push("outside: the dialog scrolls sideways")
      return { foreign: [...new Set(foreign)], clipped: [...new Set(clipped)] }
    },
    [...known, ...LIBRARY_WORDS],
  )

/** Names and addresses of the demo, which are the same in every language. */
export const knownData = async (stack: TestStack): Promise<readonly string[]> => {
  const { accounts, devices } = await stack.state()
  const people = accounts.flatMap((account) => [account, ...account.subAccounts])
  return [...people.flatMap(({ name, email }) => [name, email]), ...devices.map(({ name }) => name)]
}
