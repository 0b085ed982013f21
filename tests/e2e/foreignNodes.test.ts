import type { Page } from "playwright"
import { expect, test } from "vitest"
import { button, card, choose, field, heading, link, openOutbox, rename, toast } from "./screen.ts"
import { startWorld } from "./world.ts"

/** A browser that translates, or an extension, changes every text of the app (UX-5). */

const world = startWorld()
const BENCH = "Workshop bench"

/** Wraps every text of the page, as translations do, and later ones as they appear. */
const wrapAll = (page: Page) =>
  page.evaluate(() => {
    const wrap = () => {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      const texts: Text[] = []
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
        if (node instanceof Text && node.parentElement?.tagName !== "FONT") texts.push(node)
      for (const text of texts) {
        const font = document.createElement("font")
        text.replaceWith(font)
        font.append(text)
      }
    }
    wrap()
    new MutationObserver(wrap).observe(document.body, { childList: true, subtree: true })
  })

test("[UX-5] with every text wrapped by a translation, dialogs, lists, toasts and the outbox go on as ever", async () => {
  const { page } = await world.atDevices({ isStored: true })
  expect(await page.locator("html").getAttribute("translate")).toBe("no")
  await wrapAll(page)
  await rename(page, BENCH, "Observatory")
  await toast(page, "status", /renamed|added to the outbox/).waitFor()
  await card(page, "Observatory").waitFor()
  await openOutbox(page)
  await page.getByText("Rename Workshop bench to Observatory").first().waitFor()
  await button(page, "Close outbox").click()
  await page.keyboard.press("Control+k")
  await page.getByRole("combobox").fill("obs")
  await page.getByRole("option").first().waitFor()
  await page.keyboard.press("Escape")
  const asking = await choose(page, "Observatory", "Rename")
  await field(asking, "Name").fill("a".repeat(33))
  await button(asking, "Save").click()
  await asking.getByText("The device name must not exceed 32 characters in UTF-8 format.").waitFor()
  await page.keyboard.press("Escape")
  for (const name of ["Account", "Settings", "Help center", "Devices"]) {
    await link(page, name).click()
    await heading(page, name).waitFor()
  }
  expect(await page.getByText("Something went wrong").count()).toBe(0)
})

test("[UX-5] Back closes the dialog on top, keeps its text and its page, and then leads to the page before", async () => {
  const { page } = await world.atDevices()
  await link(page, "Account").click()
  await heading(page, "Account").waitFor()
  await link(page, "Devices").click()
  const asking = await choose(page, BENCH, "Rename")
  await field(asking, "Name").fill("Half a name")
  await page.goBack()
  await asking.waitFor({ state: "detached" })
  expect(new URL(page.url()).pathname).toBe("/devices")
  expect(await field(await choose(page, BENCH, "Rename"), "Name").inputValue()).toBe("Half a name")
  await page.keyboard.press("Escape")
  await page.getByRole("dialog").waitFor({ state: "detached" })
  await page.goBack()
  await heading(page, "Account").waitFor()
})

test("[UX-5] a person who reads none of our languages may have the page translated", async () => {
  const person = await world.person({ locale: "pl-PL" })
  const page = await person.open("/signin")
  await heading(page, "Sign in").waitFor({ state: "attached" })
  expect(await page.locator("html").getAttribute("translate")).toBe(null)
})
