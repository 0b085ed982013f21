import axe from "axe-core"
import type { Locator, Page } from "playwright"
import { expect, test } from "vitest"
import { startWorld } from "./world.ts"

/** Account side without barriers, in both themes and directions. Places are found by structure: the words change. */

const world = startWorld()

const violations = async (page: Page): Promise<unknown> => {
  await page.evaluate(axe.source)
  return page.evaluate(
    "axe.run().then((found) => found.violations.map((each) => [each.id, each.nodes.map((n) => n.html)]))",
  )
}

const looks = [
  ["dark", "en"],
  ["light", "en"],
  ["dark", "ar"],
  ["light", "ar"],
] as const

const at = async (theme: string, language: string) => {
  /* The policy of the page forbids the very script that looks for barriers. */
  const { page } = await world.atDevices({ local: { theme, language }, options: { bypassCSP: true } })
  return page
}

test.each(looks)("[UX-1] the screens of the account side have no barrier, %s, %s", async (theme, language) => {
  const page = await at(theme, language)
  for (const path of ["/account", "/settings", "/help-center", "/signup", "/reset-password"]) {
    await page.goto(path)
    await page.locator("h1").waitFor()
    if (path === "/account") await page.getByText("Ines Duarte").waitFor()
    expect(await violations(page), path).toEqual([])
  }
})

test.each(looks)("[UX-1] the dialogs of the account side have no barrier, %s, %s", async (theme, language) => {
  const page = await at(theme, language)
  const check = async (opener: Locator) => {
    await opener.click()
    const asking = page.getByRole("dialog").or(page.getByRole("alertdialog"))
    await asking.waitFor()
    const name = await asking.getByRole("heading").textContent()
    expect(await violations(page), name ?? "").toEqual([])
    await page.keyboard.press("Escape")
    await asking.waitFor({ state: "detached" })
  }
  await page.goto("/account")
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
  expect(await violations(page), "menu").toEqual([])
  await page.keyboard.press("Escape")
  for (let index = 0; index < count; index += 1) {
    /* The one that acts at once instead of asking. */
    if (index === count - 2) continue
    await menu.click()
    await check(page.getByRole("menuitem").nth(index))
  }
  await page.goto("/settings")
  for (const index of [0, 1]) await check(page.locator("section.danger button").nth(index))
})
