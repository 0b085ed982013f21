import type { Page } from "playwright"
import english from "../../locales/en.json" with { type: "json" }
import type { NestedTexts } from "../screenshots/words.ts"

/**
 * A language only for tests (I18N-2, LAYOUT-5): English with accents, in brackets, with every vowel doubled. A text
 * looks different and needs about as much space as in the longest language. A text without brackets was written into
 * code, and a text without enough space has none in German either.
 */

const OPEN = "⟦"
const CLOSE = "⟧"

const accents: Readonly<Record<string, string>> = {
  ...{ a: "åä", e: "éê", i: "îï", o: "öô", u: "ûü", y: "ÿý" },
  ...{ A: "ÅÄ", E: "ÉÊ", I: "ÎÏ", O: "ÖÔ", U: "ÛÜ", Y: "ÝŸ" },
  ...{ c: "ç", d: "ð", g: "ĝ", h: "ĥ", k: "ķ", l: "ļ", n: "ñ", r: "ŕ", s: "š", t: "ţ", w: "ŵ", z: "ž" },
  ...{ C: "Ç", D: "Ð", G: "Ĝ", H: "Ĥ", K: "Ķ", L: "Ļ", N: "Ñ", R: "Ŕ", S: "Š", T: "Ţ", W: "Ŵ", Z: "Ž" },
}

/** Placeholders of i18next. */
const PLACEHOLDER = /(\{\{.*?\}\})/
/** Tags around a part of a text: each side of a tag is a separate text on the page. */
const TAG = /(<\/?\w+>)/

const accented = (text: string): string => [...text].map((letter) => accents[letter] ?? letter).join("")

/** Converts a text without tags. Placeholders stay. */
const stretch = (text: string): string => {
  const parts = text.split(PLACEHOLDER).map((part) => (PLACEHOLDER.test(part) ? part : accented(part)))
  return `${OPEN}${parts.join("")}${CLOSE}`
}

/** Converts a text. Placeholders and tags stay. */
export const pseudo = (text: string): string =>
  text
    .split(TAG)
    .map((part) => (part === "" || TAG.test(part) ? part : stretch(part)))
    .join("")

const everyText = (texts: NestedTexts): NestedTexts =>
  Object.fromEntries(
    Object.entries(texts).map(([key, value]) => [key, typeof value === "string" ? pseudo(value) : everyText(value)]),
  )

export const pseudoTexts: NestedTexts = everyText(english)

const SCRIPT = Buffer.from(`export default ${JSON.stringify(pseudoTexts)}`).toString("base64")
const RESPONSE_HEADERS = [{ name: "content-type", value: "text/javascript" }]

/**
 * Intercepts only the English file. A Playwright route would send every request of the page through the test and
 * disable the browser's cache.
 */
const answerForEnglish = async (page: Page): Promise<void> => {
  const session = await page.context().newCDPSession(page)
  session.on("Fetch.requestPaused", ({ requestId }) => {
    const answer = { requestId, responseCode: 200, responseHeaders: RESPONSE_HEADERS, body: SCRIPT }
    // The page may have closed meanwhile.
    session.send("Fetch.fulfillRequest", answer).catch(() => undefined)
  })
  await session.send("Fetch.enable", { patterns: [{ urlPattern: "*/assets/en-*.js" }] })
}

/** Gives a page this language instead of English. Texts from `Intl` get brackets as well. */
export const speakPseudo = async (page: Page): Promise<void> => {
  await answerForEnglish(page)
  await page.addInitScript(
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
