import type { Page } from "playwright"
import { expect, test } from "vitest"
import { barriers, lookingAt, looks } from "./barriers.ts"
import { anyMenu, visit } from "./screen.ts"
import { startWorld } from "./world.ts"

/** Devices, outbox, palette and help sheet without barriers. Finds places by structure, because the words change. */

const world = startWorld({ isPooled: true })

const asking = (page: Page) => page.getByRole("dialog").or(page.getByRole("alertdialog"))

const closes = async (page: Page) => {
  await page.keyboard.press("Escape")
  await asking(page).waitFor({ state: "detached" })
}

test.each(looks)(
  "[UX-1][DEVICE-12][PICTURE-2] devices, filters, presence, menu and dialogs have no barrier, %s, %s",
  async (theme, language) => {
    const { page } = await lookingAt(world, theme, language)
    await expect.poll(() => barriers(page), { message: "devices" }).toEqual([])
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await page.locator(".filters button").first().click()
      await asking(page).waitFor()
      await expect.poll(() => barriers(page), { message: `filters, ${width} px` }).toEqual([])
      await closes(page)
    }
    await visit(page, "/devices/presence")
    for (const view of [0, 1]) {
      await page.locator(".ptools .field").last().getByRole("radio").nth(view).press("Space")
      await page.locator("table.ptable [data-did]").first().waitFor()
      await expect.poll(() => barriers(page), { message: `presence ${view}` }).toEqual([])
    }
    await visit(page, "/devices")
    for (const entry of [0, 1, 2]) {
      await anyMenu(page, language).click()
      await page.getByRole("menuitem").first().waitFor()
      if (entry === 0) await expect.poll(() => barriers(page), { message: "menu" }).toEqual([])
      await page.getByRole("menuitem").nth(entry).click()
      await asking(page).waitFor()
      await page.getByRole("menu").waitFor({ state: "detached" })
      await expect.poll(() => barriers(page), { message: `dialog ${entry}` }).toEqual([])
      await closes(page)
    }
    await page.locator(".tools button[aria-pressed]").click()
    await page.locator(".selbar button").nth(1).click()
    await expect.poll(() => barriers(page), { message: "selection" }).toEqual([])
    await page.locator(".selbar button").nth(2).click()
    await asking(page).waitFor()
    await expect.poll(() => barriers(page), { message: "several" }).toEqual([])
  },
)

test.each(looks)("[UX-1] palette, keys and outbox have no barrier, %s, %s", async (theme, language) => {
  const { person, page } = await lookingAt(world, theme, language)
  await page.keyboard.press("Control+k")
  await asking(page).waitFor()
  await expect.poll(() => barriers(page), { message: "palette" }).toEqual([])
  await page.keyboard.type("control")
  await page.locator("mark").first().waitFor()
  await expect.poll(() => barriers(page), { message: "palette with results" }).toEqual([])
  await page.keyboard.press("Control+a")
  await page.keyboard.type("zzzz")
  await page.locator(".palette-none").waitFor()
  await expect.poll(() => barriers(page), { message: "palette without results" }).toEqual([])
  await closes(page)
  await page.keyboard.press("?")
  await asking(page).waitFor()
  await expect.poll(() => barriers(page), { message: "keys" }).toEqual([])
  await closes(page)
  await person.context.setOffline(true)
  await page.locator(".banner").first().waitFor()
  await anyMenu(page, language).click()
  await page.getByRole("menuitem").nth(2).click()
  await asking(page).locator(".dialog-foot button").last().click()
  await asking(page).waitFor({ state: "detached" })
  await page.keyboard.press("o")
  await page.locator(".sheet .act-item").first().waitFor()
  await expect.poll(() => barriers(page), { message: "outbox" }).toEqual([])
})
