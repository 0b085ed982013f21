import type { BrowserContext } from "playwright"
import english from "../../locales/en.json" with { type: "json" }
import type { Texts } from "../screenshots/words.ts"

/**
 * A language that exists in tests alone (I18N-2, LAYOUT-5): English with accents, in brackets, with every vowel twice, so
 * that a text looks its own and takes about as much room as the longest language. What stands in no brackets was
 * written into code, and what has no room here has none in German.
 */

const OPEN = "⟦"
const CLOSE = "⟧"

const accents: Readonly<Record<string, string>> = {
  ...{ a: "åä", e: "éê", i: "îï", o: "öô", u: "ûü", y: "ÿý" },
  ...{ A: "ÅÄ", E: "ÉÊ", I: "ÎÏ", O: "ÖÔ", U: "ÛÜ", Y: "ÝŸ" },
  ...{ c: "ç", d: "ð", g: "ĝ", h: "ĥ", k: "ķ", l: "ļ", n: "ñ", r: "ŕ", s: "š", t: "ţ", w: "ŵ", z: "ž" },
  ...{ C: "Ç", D: "Ð", G: "Ĝ", H: "Ĥ", K: "Ķ", L: "Ļ", N: "Ñ", R: "Ŕ", S: "Š", T: "Ţ", W: "Ŵ", Z: "Ž" },
}

/** What i18next fills in. */
const PLACEHOLDER = /(\{\{.*?\}\})/
/** What marks a stretch of a text; each side of it is a text of its own on the page. */
const TAG = /(<\/?\w+>)/

const accented = (text: string): string => [...text].map((letter) => accents[letter] ?? letter).join("")

/** One text without tags in it; placeholders stay as they are. */
const stretch = (text: string): string => {
  const parts = text.split(PLACEHOLDER).map((part) => (PLACEHOLDER.test(part) ? part : accented(part)))
  return `${OPEN}${parts.join("")}${CLOSE}`
}

/** One text in it; placeholders and tags stay as they are. */
export const pseudo = (text: string): string =>
  text
    .split(TAG)
    .map((part) => (part === "" || TAG.test(part) ? part : stretch(part)))
    .join("")

const everyText = (texts: Texts): Texts =>
  Object.fromEntries(
    Object.entries(texts).map(([key, value]) => [key, typeof value === "string" ? pseudo(value) : everyText(value)]),
  )

export const pseudoTexts: Texts = everyText(english)

/** Gives a browser this language where it asks for English; what `Intl` writes comes in brackets as well. */
export const speakPseudo = async (context: BrowserContext): Promise<void> => {
  await context.route(/\/assets\/en-[\w-]+\.js$/, (route) =>
    route.fulfill({ contentType: "text/javascript", body: `export default ${JSON.stringify(pseudoTexts)}` }),
  )
  await context.addInitScript(
    ({ open, close }) => {
      const bracketed = (text: string) => `${open}${text}${close}`
      const formatDate = Object.getOwnPropertyDescriptor(Intl.DateTimeFormat.prototype, "format")
      Object.defineProperty(Intl.DateTimeFormat.prototype, "format", {
        get(this: Intl.DateTimeFormat) {
          const format = formatDate?.get?.call(this)
          return (at: number) => bracketed(format(at))
        },
      })
      for (const { prototype } of [Intl.RelativeTimeFormat, Intl.ListFormat]) {
        const format: (...given: unknown[]) => string = Reflect.get(prototype, "format")
        Reflect.set(prototype, "format", function (this: unknown, ...given: unknown[]) {
          return bracketed(format.apply(this, given))
        })
      }
      const formatNumber = Object.getOwnPropertyDescriptor(Intl.NumberFormat.prototype, "format")
      Object.defineProperty(Intl.NumberFormat.prototype, "format", {
        get(this: Intl.NumberFormat) {
          const format = formatNumber?.get?.call(this)
          return this.resolvedOptions().style === "unit" ? (value: number) => bracketed(format(value)) : format
        },
      })
    },
    { open: OPEN, close: CLOSE },
  )
}
