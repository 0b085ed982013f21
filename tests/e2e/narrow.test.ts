import type { Locator, Page } from "playwright"
import { expect, test } from "vitest"
import { languages } from "../../src/app/i18n/languages.ts"
import { leavingIn, stays } from "./narrowWindow.ts"
import { button, field, heading, link, loseNetwork, menuOf, outboxTells, visit } from "./screen.ts"
import { startWorld } from "./world.ts"

/**
 * Every route on the narrowest screen in every language, and every dialog in the languages with the longest words:
 * nothing leaves the window at a side (LAYOUT-5).
 */

const world = startWorld({ isPooled: true })
const options = { viewport: { width: 360, height: 740 } }
const ROOM = "Control room A"
const INES = "Ines Duarte"

const LONG_WORDS: ReadonlySet<string> = new Set(["ar", "de", "fr", "pt"])
const longest = languages.filter(({ code }) => LONG_WORDS.has(code))

const asking = (page: Page): Locator => page.getByRole("dialog").or(page.getByRole("alertdialog"))

/** Opens a dialog, checks it in the languages with the longest words, and closes it. */
const dialogStays = async (page: Page, what: string, open: () => Promise<unknown>) => {
  await open()
  await asking(page).waitFor()
  await stays(page, what, longest)
  await page.keyboard.press("Escape")
  await asking(page).waitFor({ state: "detached" })
}

const entry = async (page: Page, name: string, of: string) => {
  await menuOf(page, of).click()
  await page.getByRole("menuitem", { name, exact: true }).click()
  await page.getByRole("menu").waitFor({ state: "detached" })
}

test("[LAYOUT-5] the ways in stay within 360 px in every language", async () => {
  const person = await world.person(options)
  const page = await person.open("/signin")
  await heading(page, "Sign in").waitFor({ state: "attached" })
  await stays(page, "sign-in")
  // The check finds a part that is too wide.
  await page.evaluate(() => {
    const wide = document.createElement("p")
    wide.style.inlineSize = "400px"
    document.querySelector("h1")?.parentElement?.append(wide)
  })
  expect(await leavingIn(page, "en", "en")).not.toEqual([])
  await page.reload()
  await heading(page, "Sign in").waitFor({ state: "attached" })
  await page.getByText("Private cloud").click()
  await button(page, "Sign in").click()
  await page.getByText("Please enter a valid server URL.").waitFor()
  await stays(page, "sign-in refused")
  for (const path of ["/signup", "/reset-password"]) {
    await visit(page, path)
    await stays(page, path)
  }
  for (const path of ["/devices", "/account", "/not-there"]) {
    await visit(page, path)
    await stays(page, `${path} as a guest`)
  }
})

test("[LAYOUT-5] devices in every language, and their dialogs in the wordiest, stay within 360 px", async () => {
  const { page } = await world.atDevices({ options })
  await stays(page, "devices")
  await menuOf(page, ROOM).click()
  await page.getByRole("menuitem").first().waitFor()
  await stays(page, "menu of a device")
  await page.keyboard.press("Escape")
  for (const action of ["Wake", "Rename", "Reboot"]) await dialogStays(page, action, () => entry(page, action, ROOM))
  await dialogStays(page, "palette", () => button(page, "Commands").click())
  await dialogStays(page, "shortcuts", () => page.keyboard.press("?"))
  await button(page, "Select").click()
  await button(page, "Select all").click()
  await stays(page, "selection")
  const bar = page.getByRole("region", { name: "Selected devices" })
  for (const action of ["Wake", "Reboot", "Assign"])
    await dialogStays(page, `${action} several`, () => button(bar, action).click())
})

/** Number of lines of a text. */
const linesOf = (text: Locator): Promise<number> =>
  text.evaluate((element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    return new Set([...range.getClientRects()].map(({ top }) => top)).size
  })

test("[LAYOUT-5] the name of the list keeps its one line while the age below it grows", async () => {
  const { page } = await world.atDevices({ options, local: { language: "de" } })
  const name = page.getByRole("heading", { name: "Verknüpfte Geräte" })
  await page.getByText(/^Aktualisiert: vor [0-9]+ Sek/).waitFor()
  await expect.poll(() => linesOf(name)).toBe(1)
})

test("[LAYOUT-5] account and outbox in every language, and their dialogs in the wordiest, stay within 360 px", async () => {
  const { person, page } = await world.atDevices({ isStored: true, options })
  await link(page.locator(".tabs"), "Account").click()
  await page.getByText(INES).waitFor()
  await stays(page, "account")
  // The page offers a code on the clipboard in a text that is wider than a phone in some languages.
  await person.context.grantPermissions(["clipboard-read", "clipboard-write"])
  await page.evaluate(() => navigator.clipboard.writeText("388694"))
  for (const name of ["Change name", "Change email", "Accept invitation", "Send invitation"])
    await dialogStays(page, name, () => button(page, name).click())
  for (const name of ["Manage devices", "Preview what they see", "Rename", "Edit email", "Remove"])
    await dialogStays(page, name, () => entry(page, name, INES))
  await loseNetwork(page)
  await entry(page, "Rename", INES)
  await field(asking(page), "Name").fill("Ines Duarte-Fontaine da Silva")
  await button(asking(page), "Save").click()
  await asking(page).waitFor({ state: "detached" })
  await stays(page, "account offline")
  await outboxTells(page, "1 action waiting")
  await dialogStays(page, "outbox", () => button(page, /^Outbox, /).click())
  await dialogStays(page, "log out", () => button(page, "Log out").click())
})

test("[LAYOUT-5] settings and help in every language, and their dialogs in the wordiest, stay within 360 px", async () => {
  const { page } = await world.atDevices({ options })
  await link(page.locator(".tabs"), "Settings").click()
  await heading(page, "Settings").waitFor()
  await stays(page, "settings")
  for (const name of ["Reset settings", "Delete account"])
    await dialogStays(page, name, () => button(page, name).click())
  await link(page, "Open").click()
  await page.locator(".erow").first().waitFor()
  await stays(page, "event log", longest)
  await dialogStays(page, "report", () => button(page, "Report a problem").click())
  await link(page.locator(".tabs"), "Help center").click()
  await heading(page, "Help center").waitFor()
  for (const summary of await page.locator("summary").all()) await summary.click()
  await stays(page, "help center")
})
