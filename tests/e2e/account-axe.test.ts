import type { Locator } from "playwright"
import { expect, test } from "vitest"
import { barriers, lookingAt, looks } from "./barriers.ts"
import { visit } from "./screen.ts"
import { startWorld } from "./world.ts"

/**
 * The account side without barriers, in both themes and directions. Finds places by structure, because the words
 * change.
 */

const world = startWorld({ isPooled: true })

const at = async (theme: string, language: string) => (await lookingAt(world, theme, language)).page

test.each(looks)("[UX-1] the screens of the account side have no barrier, %s, %s", async (theme, language) => {
  const page = await at(theme, language)
  for (const path of ["/account", "/settings", "/log", "/help-center", "/signup", "/reset-password", "/log?at=1"]) {
    await visit(page, path)
    if (path === "/log?at=1") await page.locator(".rview iframe").waitFor()
    if (path === "/account") await page.getByText("Ines Duarte").waitFor()
    await expect.poll(() => barriers(page), { message: path }).toEqual([])
  }
})

test.each(looks)("[UX-1] the dialogs of the account side have no barrier, %s, %s", async (theme, language) => {
  const page = await at(theme, language)
  const check = async (opener: Locator) => {
    await opener.click()
    const asking = page.getByRole("dialog").or(page.getByRole("alertdialog"))
    await asking.waitFor()
    const name = await asking.getByRole("heading").textContent()
    await expect.poll(() => barriers(page), { message: name ?? "" }).toEqual([])
    await page.keyboard.press("Escape")
    await asking.waitFor({ state: "detached" })
  }
  await visit(page, "/account")
  await page.getByText("Ines Duarte").waitFor()
  const openers = [
    "dl button >> nth=0",
    "dl button >> nth=1",
    ".mains button",
    ".sec-head .btn >> nth=0",
    ".sec-head .btn.primary",
  ]
  for (const opener of openers) await check(page.locator(opener))
  const menu = page.locator(".sub-row .do button.icon").first()
  await menu.click()
  const count = await page.getByRole("menuitem").count()
  await expect.poll(() => barriers(page), { message: "menu" }).toEqual([])
  await page.keyboard.press("Escape")
  for (let index = 0; index < count; index += 1) {
    /* This entry acts at once instead of asking. */
    if (index === count - 2) continue
    await menu.click()
    await check(page.getByRole("menuitem").nth(index))
  }
  await visit(page, "/settings")
  for (const index of [0, 1]) await check(page.locator("section.danger button").nth(index))
})
