import type { Page } from "playwright"
import { expect } from "vitest"
import { languages } from "../../src/app/i18n/languages.ts"

/**
 * Changes the language in place, as another tab would, so that dialogs stay open. Returns the parts beyond a side of
 * the window.
 */
export const leavingIn = (page: Page, code: string, tag: string): Promise<readonly string[]> =>
  page.evaluate(
    async ({ code, tag }) => {
      const root = document.documentElement
      if (root.lang !== tag) {
        const spoken = new Promise<void>((resolve) => {
          const seen = new MutationObserver(() => {
            if (root.lang !== tag) return
            seen.disconnect()
            resolve()
          })
          seen.observe(root, { attributes: true, attributeFilter: ["lang"] })
        })
        dispatchEvent(new StorageEvent("storage", { key: "language", newValue: code }))
        await spoken
        // The texts follow the language within a frame.
        for (let frame = 0; frame < 2; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve))
      }
      const scrolls = (element: Element): boolean =>
        element.parentElement !== null &&
        (/auto|scroll/.test(getComputedStyle(element.parentElement).overflowX) &&
        element.parentElement.scrollWidth > element.parentElement.clientWidth
          ? element.parentElement.matches(".filters, .over, .bulk-actions, .subnets")
          : scrolls(element.parentElement))
      const found = [...document.querySelectorAll("a, button, input, [role], h1, h2, h3, p, dt, dd, li")].filter(
        (each) => {
          const { left, right, width } = each.getBoundingClientRect()
          return width > 1 && (left < -0.5 || right > innerWidth + 0.5) && each.checkVisibility() && !scrolls(each)
        },
      )
      const wide = document.scrollingElement?.scrollWidth ?? 0
      return [
        ...(wide > innerWidth ? [`the page is ${wide} px wide`] : []),
        ...found.map((each) => `${each.outerHTML.slice(0, 120)}`),
      ]
    },
    { code, tag },
  )

/** Expects that nothing leaves the window in any of these languages. English stays set at the end. */
export const stays = async (page: Page, what: string, among = languages) => {
  for (const { code, tag } of among)
    await expect.poll(() => leavingIn(page, code, tag), { message: `${what}, ${code}` }).toEqual([])
  await expect.poll(() => leavingIn(page, "en", "en"), { message: what }).toEqual([])
}
