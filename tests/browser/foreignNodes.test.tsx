import fc from "fast-check"
import { act, StrictMode } from "react"
import { createRoot } from "react-dom/client"
import { expect, test } from "vitest"
import { guardAgainstForeignNodes } from "../../src/app/dom/foreignNodes.ts"

/** Changes of a page's nodes by translations and extensions, and React's own changes afterwards (UX-5). */

guardAgainstForeignNodes()
Reflect.set(globalThis, "IS_REACT_ACT_ENVIRONMENT", true)

interface Shown {
  readonly name: string
  readonly count: number
  readonly hint: string | null
  readonly rows: readonly string[]
}

/** Texts next to texts, texts that come and go, and rows that change their order. Each text changes with the count. */
const Part = ({ name, count, hint, rows }: Shown) => (
  <section>
    <p>
      {name}
      {`/${count}/`}
      {rows.length}
      {hint !== null && (
        <em>
          {hint}
          {count}
        </em>
      )}
      {count > 1 && `many ${name}`}
    </p>
    {hint}
    <ul>
      {rows.map((row) => (
        <li key={row}>
          {`${row}${count}`}
          {count}
        </li>
      ))}
    </ul>
  </section>
)

const textsIn = (root: Node): Text[] => {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const found: Text[] = []
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) if (node instanceof Text) found.push(node)
  return found
}

const font = (text: string) => Object.assign(document.createElement("font"), { textContent: text })

/** An extension has its own prototypes, so it never calls the methods that the page replaced. */
const meddling: Readonly<Record<string, (text: Text) => void>> = {
  wrap: (text) => {
    const wrapper = font("")
    text.replaceWith(wrapper)
    wrapper.append(text)
  },
  wrapTwice: (text) => {
    const [outer, inner] = [font(""), font("")]
    outer.append(inner)
    text.replaceWith(outer)
    inner.append(text)
  },
  replace: (text) => text.replaceWith(font(`«${text.data}»`)),
  replaceByText: (text) => text.replaceWith(`«${text.data}»`),
  insertThenRemove: (text) => {
    text.before(font(`«${text.data}»`))
    text.remove()
  },
  remove: (text) => text.remove(),
  split: (text) => {
    if (text.data.length > 1) text.splitText(1)
  },
  addBefore: (text) => text.before(font("")),
  addAfter: (text) => text.after(font("")),
  merge: (text) => text.parentNode?.normalize(),
  mark: (text) => markFirst(text),
  markAndUnmark: (text) => unmark(markFirst(text)),
  selectAround: (text) => {
    const range = document.createRange()
    range.selectNode(text)
    range.surroundContents(font(""))
  },
  translateWrapped: (text) => {
    const wrapper = font("")
    text.replaceWith(wrapper)
    text.data = `«${text.data}»`
    wrapper.append(text)
  },
  wrapElement: (text) => {
    const { parentElement } = text
    if (parentElement === null || parentElement.tagName === "DIV") return
    const wrapper = document.createElement("span")
    parentElement.replaceWith(wrapper)
    wrapper.append(parentElement)
  },
  cloneElement: (text) => {
    const { parentElement } = text
    if (parentElement?.tagName !== "DIV") parentElement?.replaceWith(parentElement.cloneNode(true))
  },
  rewriteElement: (text) => {
    const { parentElement } = text
    if (parentElement !== null) parentElement.innerHTML = parentElement.innerHTML.replace("a", "b")
  },
  comment: (text) => text.replaceWith(document.createComment(text.data)),
  ruby: (text) => {
    const ruby = document.createElement("ruby")
    text.replaceWith(ruby)
    ruby.append(text, Object.assign(document.createElement("rt"), { textContent: "reading" }))
  },
  wrapWithSign: (text) => {
    const [outer, inner] = [font(""), font("")]
    text.replaceWith(outer)
    outer.append(inner, Object.assign(document.createElement("sup"), { textContent: "?" }))
    inner.append("(", text, ")")
  },
  boldBeginnings: (text) => {
    const words = text.data
      .split(/(?<=\/)/)
      .map((word) => Object.assign(document.createElement("b"), { textContent: word }))
    text.replaceWith(...words)
  },
  translateInPlace: (text) => {
    text.data = `«${text.data}»`
  },
  emptyInPlace: (text) => {
    text.nodeValue = ""
  },
  outerMarkup: (text) => {
    const { parentElement } = text
    if (parentElement?.isConnected === true && parentElement.tagName !== "DIV")
      parentElement.outerHTML = `${parentElement.outerHTML}`
  },
  translateLeaf: (text) => {
    const { parentElement } = text
    if (parentElement !== null && parentElement.childElementCount === 0)
      parentElement.textContent = `«${parentElement.textContent}»`
  },
  iconAfterElement: (text) =>
    text.parentElement?.after(Object.assign(document.createElement("i"), { className: "icon" })),
  shadow: (text) => {
    const { parentElement } = text
    if (parentElement?.tagName === "P")
      (parentElement.shadowRoot ?? parentElement.attachShadow({ mode: "open" })).innerHTML = "<slot></slot>"
  },
}

/** Marks a part of a text, as a search in the page does. */
const markFirst = (text: Text): Element => {
  text.splitText(Math.min(1, text.data.length))
  const mark = document.createElement("mark")
  text.replaceWith(mark)
  mark.append(text)
  return mark
}

const unmark = (mark: Element): void => {
  const { parentNode } = mark
  mark.replaceWith(...mark.childNodes)
  parentNode?.normalize()
}
/** Changes that remove more than words. The part is missing until React renders it again. */
const taking: Readonly<Record<string, (text: Text) => void>> = {
  removeElement: (text) => {
    if (text.parentElement?.tagName !== "DIV") text.parentElement?.remove()
  },
  moveToStart: (text) => text.parentNode?.prepend(text),
  unwrapElement: (text) => {
    const { parentElement } = text
    if (parentElement !== null && parentElement.tagName !== "DIV")
      parentElement.replaceWith(...parentElement.childNodes)
  },
  writeTextContent: (text) => {
    const { parentElement } = text
    if (parentElement !== null) parentElement.textContent = `${parentElement.textContent}.`
  },
  moveAway: (text) => document.head.append(text),
  reverse: (text) => {
    const { parentNode } = text
    parentNode?.append(...[...parentNode.childNodes].reverse())
  },
  moveElementAway: (text) => {
    const { parentElement } = text
    if (parentElement !== null && parentElement.tagName !== "DIV") document.head.append(parentElement)
  },
  intoFragment: (text) => {
    const { parentElement } = text
    if (parentElement !== null && parentElement.tagName !== "DIV")
      new DocumentFragment().append(...parentElement.childNodes)
  },
}
type Meddling = keyof typeof meddling | keyof typeof taking

const nextTask = () => new Promise((resolve) => setTimeout(resolve))

const draw = async (steps: readonly (readonly [Shown, Meddling | null])[], last: Shown): Promise<string> => {
  const place = document.createElement("div")
  document.body.append(place)
  const failures: unknown[] = []
  const root = createRoot(place, { onUncaughtError: (error) => failures.push(error) })
  const show = (shown: Shown) =>
    act(async () =>
      root.render(
        <StrictMode>
          <Part {...shown} />
        </StrictMode>,
      ),
    )
  for (const [shown, kind] of steps) {
    await show(shown)
    if (kind !== null) for (const text of textsIn(place)) (meddling[kind] ?? taking[kind])?.(text)
    await nextTask()
  }
  await show(last)
  expect(failures).toEqual([])
  const text = place.textContent
  await act(async () => root.unmount())
  expect(failures).toEqual([])
  place.remove()
  return text
}

/** All texts differ between these, so React writes the whole page again. */
const first: Shown = { name: "Ann", count: 1, hint: "old", rows: ["a", "b", "c"] }
const other: Shown = { name: "Bo", count: 7, hint: "new", rows: ["c", "x", "a", "y"] }
const without: Shown = { name: "Cy", count: 0, hint: null, rows: [] }

test.each(Object.keys(meddling))("[UX-5] texts that something else did this to are as React says: %s", async (kind) => {
  for (const next of [other, without]) {
    const clean = await draw([[first, null]], next)
    expect(await draw([[first, kind]], next)).toBe(clean)
    expect(
      await draw(
        [
          [without, kind],
          [first, kind],
        ],
        next,
      ),
    ).toBe(clean)
  }
})

test("[UX-5] whatever is done to the texts between changes, React loses no page", async () => {
  const words = fc.constantFrom("a", "b", "c", "d", "e")
  const shown = fc.record({
    name: words,
    count: fc.nat(3),
    hint: fc.option(words),
    rows: fc.uniqueArray(words),
  })
  const kinds = fc.option(fc.constantFrom(...Object.keys(meddling), ...Object.keys(taking)))
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(shown, kinds), { minLength: 1, maxLength: 6 }), async (steps) => {
      await draw(steps, other)
    }),
    { numRuns: 60 },
  )
})
